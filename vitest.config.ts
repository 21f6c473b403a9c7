import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { components } from './tests/support/components/vitest-project.ts'
import { IS_NIGHT } from './tests/support/night.ts'

const TESTS = join(import.meta.dirname, 'tests')
/** A test file that replaces or reloads modules cannot share its worker's module graph with other files. */
const REPLACES_MODULES = /vi\.(?:(?:do)?mock|resetModules)\(|photo-removals/i
/** Replaces or reloads modules inside a test, so nothing may be loaded before that test. */
const REPLACES_IN_TESTS = /vi\.(?:doMock|resetModules)\(|photo-removals/i

/** Programs that tests start repeatedly are bundled once per run, before the first test. */
const BUNDLES: Record<string, string[]> = {
  unit: IS_NIGHT ? ['tests/support/bundle-commands.ts'] : [],
  resilience: ['tests/support/bundle-desk.ts'],
}

/**
 * Returns the Vitest projects of one kind of test. `npm run test:all` adds the files of `tests/nightly`.
 *
 * The files of a worker share one module graph, which saves two thirds of the time to load it for each file. Each test starts with
 * the settings and the state of `applySettings`. Files that replace modules get a module graph of their own.
 */
function projectsOf(name: string) {
  const folders = [name, ...(IS_NIGHT ? [`nightly/${name}`] : [])]
  const files = folders.flatMap(listTestFiles)
  const texts = new Map(files.map(file => [file, readFileSync(file, 'utf8')]))
  const replacing = files.filter(file => REPLACES_MODULES.test(texts.get(file) ?? ''))
  const inTests = replacing.filter(file => REPLACES_IN_TESTS.test(texts.get(file) ?? ''))
  const before = replacing.filter(file => !inTests.includes(file))
  const setupFiles = name === 'api' ? ['tests/support/cheap-passwords.ts'] : []
  const sharing = {
    ...{ name, setupFiles, exclude: replacing, isolate: false },
    include: folders.map(folder => `tests/${folder}/**/*.test.ts`),
    globalSetup: ['tests/support/temp-root.ts', ...(BUNDLES[name] ?? [])],
  }
  const own = { name: `${name}-own-modules`, setupFiles, include: before, isolate: true }
  const reloading = {
    ...{ name: `${name}-reloaded-modules`, setupFiles, include: inTests, isolate: true },
    provide: { replacesModules: true },
  }
  return [sharing, own, reloading]
    .filter(({ include }) => include.length > 0)
    .map(test => ({ extends: true as const, test }))
}

function listTestFiles(folder: string): string[] {
  const path = join(TESTS, folder)
  if (!existsSync(path)) return []
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.test.ts'))
    .map(file => join(path, file))
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
    // These limits only stop a test that hangs: no test depends on the speed of the machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // About half of the tests wait for another process most of the time: two cores serve four workers.
    maxWorkers: 2 * availableParallelism(),
    projects: [
      components,
      ...['unit', 'contract', 'api', 'resilience'].flatMap(projectsOf),
      {
        extends: true,
        test: {
          name: 'edge',
          include: ['tests/edge/**/*.test.ts', ...(IS_NIGHT ? ['tests/nightly/edge/**/*.test.ts'] : [])],
          isolate: false,
          globalSetup: ['tests/support/temp-root.ts', 'tests/edge/start-desks.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'image',
          include: ['tests/nightly/image/**/*.test.ts'],
          globalSetup: ['tests/support/temp-root.ts', 'tests/nightly/image/engine.ts'],
        },
      },
    ],
  },
})
