import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { components } from './tests/support/components/vitest-project.ts'
import { LongestFirst } from './tests/support/longest-first.ts'

const TESTS = join(import.meta.dirname, 'tests')
/** A module that a test replaces, or loads anew, stays so for whoever loads it later, and cannot be replaced where it was loaded before. */
const REPLACES_MODULES = /vi\.(?:(?:do)?mock|resetModules)\(|photo-removals/i
/** Not before its first test: each of its tests reads all modules anew. */
const REPLACES_IN_TESTS = /vi\.(?:doMock|resetModules)\(|photo-removals/i

/** Programs that tests start again and again are made before the first of them. */
const BUNDLES: Record<string, string[]> = {
  unit: ['tests/support/bundle-commands.ts'],
  chaos: ['tests/support/bundle-desk.ts'],
  nightly: ['tests/support/bundle-desk.ts'],
}

/**
 * The files of a worker share one graph of modules, which costs a third of the time of a new one for each file. A test begins
 * with the settings and the state that `applySettings` gives it. Files that replace modules have a graph of their own.
 */
function projectsOf(name: string) {
  const files = readdirSync(join(TESTS, name), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.test.ts'))
    .map(file => join(TESTS, name, file))
  const texts = new Map(files.map(file => [file, readFileSync(file, 'utf8')]))
  const replacing = files.filter(file => REPLACES_MODULES.test(texts.get(file) ?? ''))
  const inTests = replacing.filter(file => REPLACES_IN_TESTS.test(texts.get(file) ?? ''))
  const before = replacing.filter(file => !inTests.includes(file))
  const setupFiles = name === 'api' ? ['tests/support/cheap-passwords.ts'] : []
  const sharing = {
    ...{ name, setupFiles, include: [`tests/${name}/**/*.test.ts`], exclude: replacing, isolate: false },
    globalSetup: ['tests/support/temp-root.ts', ...(BUNDLES[name] ?? [])],
  }
  const own = { name: `${name}-own-modules`, setupFiles, include: before, isolate: true }
  const anew = {
    ...{ name: `${name}-modules-anew`, setupFiles, include: inTests, isolate: true },
    provide: { replacesModules: true },
  }
  return [sharing, own, anew]
    .filter(({ include }) => include.length > 0)
    .map(test => ({ extends: true as const, test }))
}

export default defineConfig({
  resolve: { conditions: ['react-server'] },
  ssr: { resolve: { conditions: ['react-server', 'node', 'default'] } },
  test: {
    environment: 'node',
    globalSetup: ['tests/support/temp-root.ts'],
    setupFiles: ['tests/support/each-test.ts'],
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Half of the tests wait for another process most of the time: two cores serve four.
    maxWorkers: 2 * availableParallelism(),
    sequence: { sequencer: LongestFirst },
    projects: [
      components,
      ...['unit', 'contract', 'api', 'chaos', 'nightly'].flatMap(projectsOf),
      {
        extends: true,
        test: {
          name: 'edge',
          include: ['tests/edge/**/*.test.ts'],
          isolate: false,
          globalSetup: ['tests/support/temp-root.ts', 'tests/edge/start-desks.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'image',
          include: ['tests/image/**/*.test.ts'],
          testTimeout: 300_000,
          globalSetup: ['tests/support/temp-root.ts', 'tests/image/engine.ts'],
        },
      },
    ],
  },
})
