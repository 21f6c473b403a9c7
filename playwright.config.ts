import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'

const PORT = 3410
const SANDBOX_PORT = 4410
/** A minute of the service takes six seconds here: the whole job meets the limit of 120 calls several times. */
const WINDOW_MS = '6000'

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  fullyParallel: false,
  workers: 1,
  timeout: 90_000,
  // A password is slow to check on purpose, and other work may go on beside the tests.
  expect: { timeout: 15_000 },
  forbidOnly: !!process.env.CI,
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${PORT}`,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
      ],
    },
  },
  webServer: {
    command: 'node scripts/start.mjs',
    url: `http://127.0.0.1:${PORT}/api/health/ready`,
    timeout: 300_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: String(PORT),
      SANDBOX_PORT: String(SANDBOX_PORT),
      DATA_DIR: join(tmpdir(), `portrait-desk-e2e-${process.pid}`),
      PORTRAIT_API_WINDOW_MS: WINDOW_MS,
      SANDBOX_RATE_WINDOW_MS: WINDOW_MS,
    },
  },
})
