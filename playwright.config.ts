import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'

const FOLDER = join(import.meta.dirname, 'tests/e2e')
/** Begun last, one of these would be waited for alone. */
const LONGEST = ['a11y', 'fix', 'shell', 'accounts', 'exports', 'import-ways', 'day']

/** One project a file: so the order is ours, and each file begins with a worker that nobody has used. */
const files = readdirSync(FOLDER)
  .filter(name => name.endsWith('.test.ts'))
  .map(name => name.replace('.test.ts', ''))
  .sort((a, b) => placeOf(a) - placeOf(b))

export default defineConfig({
  testDir: FOLDER,
  outputDir: process.env.E2E_PATH ? 'test-results/browser-below-a-path' : 'test-results/browser',
  globalSetup: './tests/e2e/start-desks.ts',
  fullyParallel: false,
  // Most of a browser test is waiting, so two cores serve four.
  workers: 4,
  timeout: 180_000,
  // A password is slow to check on purpose, and other work may go on beside the tests.
  expect: { timeout: 30_000 },
  forbidOnly: !!process.env.CI,
  projects: orderOf(Number(process.env.TEST_SEED ?? 0)).map((name, index, all) => ({
    name: all.indexOf(name) === index ? name : `${name} again`,
    testMatch: `${name}.test.ts`,
  })),
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

function placeOf(name: string): number {
  const place = LONGEST.indexOf(name)
  return place === -1 ? LONGEST.length : place
}

/** The longest first; with a seed each file twice, in an order that is another with each seed. */
function orderOf(seed: number): string[] {
  if (seed === 0) return files
  const names = [...files, ...files]
  let state = seed
  for (let last = names.length - 1; last > 0; last -= 1) {
    // Numerical Recipes' linear congruential generator: good enough for an order, and the same everywhere.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = state % (last + 1)
    ;[names[last], names[other]] = [names[other] ?? '', names[last] ?? '']
  }
  return names
}
