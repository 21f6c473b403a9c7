import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'

/**
 * `isolate: false`: the files of a worker share one graph of modules, which costs a third of the time of a new one for each
 * file. A test begins with the modules and the settings that `applySettings` gives it, wherever it runs.
 */
export default defineConfig({
  resolve: { conditions: ['react-server'] },
  ssr: { resolve: { conditions: ['react-server', 'node', 'import', 'default'] } },
  test: {
    environment: 'node',
    globalSetup: ['tests/support/temp-root.ts'],
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    testTimeout: 60_000,
    // Half of the tests wait for another process most of the time: two cores serve four.
    maxWorkers: 2 * availableParallelism(),
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'unit', include: ['tests/unit/**/*.test.ts'] } },
      { extends: true, test: { name: 'contract', include: ['tests/contract/**/*.test.ts'] } },
      { extends: true, test: { name: 'api', include: ['tests/api/**/*.test.ts'] } },
      { extends: true, test: { name: 'chaos', include: ['tests/chaos/**/*.test.ts'] } },
      { extends: true, test: { name: 'nightly', include: ['tests/nightly/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'edge',
          include: ['tests/edge/**/*.test.ts'],
          globalSetup: ['tests/support/temp-root.ts', 'tests/edge/start-desks.ts'],
        },
      },
    ],
  },
})
