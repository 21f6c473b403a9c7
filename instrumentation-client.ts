import type { core } from 'zod/mini'

declare global {
  var __zod_globalConfig: core.$ZodConfig | undefined
}

// Runs in the browser before everything else. The desk's policy forbids `eval`; zod would try whether it may use it, and each
// try is a violation in the console and in reports. zod keeps what it finds here when it comes, which is late: importing
// `config` would bring 5 kB of it to every page (docs/decisions/025-small-pages.md).
globalThis.__zod_globalConfig = { jitless: true }
