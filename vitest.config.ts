import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'

export default defineConfig({
  resolve: { conditions: ['react-server'] },
  ssr: { resolve: { conditions: ['react-server', 'node', 'import', 'default'] } },
  test: {
    environment: 'node',
    globalSetup: ['tests/support/temp-root.ts'],
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    testTimeout: 30_000,
    // Vitest would leave one core to nobody: on two, as in CI, the files ran one after the other.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'unit', include: ['tests/unit/**/*.test.ts'] } },
      { extends: true, test: { name: 'contract', include: ['tests/contract/**/*.test.ts'] } },
      { extends: true, test: { name: 'api', include: ['tests/api/**/*.test.ts'] } },
      { extends: true, test: { name: 'chaos', include: ['tests/chaos/**/*.test.ts'] } },
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
