import { defineConfig, devices } from '@playwright/test'

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  globalSetup: './tests/e2e/ensure-built.ts',
  fullyParallel: false,
  // Most of a browser test is waiting, so two cores serve four.
  workers: 4,
  timeout: 180_000,
  // A password is slow to check on purpose, and other work may go on beside the tests.
  expect: { timeout: 30_000 },
  forbidOnly: !!process.env.CI,
  use: {
    ...devices['Desktop Chrome'],
    // A trace of every test costs a third of their time; `npx playwright test --trace on NAME` makes one.
    trace: 'off',
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
})
