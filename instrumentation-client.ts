import type { core } from 'zod/mini'

declare global {
  var __zod_globalConfig: core.$ZodConfig | undefined
}

// Runs in the browser before everything else. The desk's policy forbids `eval`; zod would test whether it may use it,
// and each test is a violation in the console and in reports. zod, which loads later, adopts this object as its
// configuration. Importing `config` would add 5 kB of zod to every page (docs/decisions/025-small-pages.md).
globalThis.__zod_globalConfig = { jitless: true }
