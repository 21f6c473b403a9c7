import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'

const FOLDER = join(import.meta.dirname, 'tests/e2e')
/** Begun last, one of these would be waited for alone. */
const LONGEST = ['a11y', 'fix', 'shell', 'accounts', 'exports', 'import-ways', 'day']

const toFile = (name: string) => `${name}.test.ts`
const names = readdirSync(FOLDER)
  .filter(file => file.endsWith('.test.ts'))
  .map(file => file.replace('.test.ts', ''))
  .sort()
const seed = Number(process.env.TEST_SEED ?? 0)

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
  projects: seed === 0 ? inTurn() : byChance(seed),
  use: {
    ...devices['Desktop Chrome'],
    // While a test waits, a wheel that turns is drawn sixty times a second. `WITH_MOTION` (`desk-test.ts`) is for what is about motion,
    // and at night all of it moves.
    contextOptions: { reducedMotion: process.env.NIGHTLY ? 'no-preference' : 'reduce' },
    // A trace of every test costs a third of their time; `npx playwright test --trace on NAME` makes one.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Pages that come through a worker pass by what a test answers itself; those that are about it allow it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        // A test's page lives for seconds: V8's optimizing compilers would take more of them than they give back.
        '--js-flags=--no-maglev --no-turbofan',
      ],
    },
  },
})

/** The longest first. A worker, its browser and a sign-in take two seconds of processor time, so it is used for many files. */
function inTurn() {
  const longest = LONGEST.map(toFile)
  return [
    { name: 'longest', testMatch: longest },
    { name: 'others', testIgnore: longest },
  ]
}

/** Each file twice, in an order that is another with each seed, and each time in a worker that nobody has used. */
function byChance(seed: number) {
  const order = [...names, ...names]
  let state = seed
  for (let last = order.length - 1; last > 0; last -= 1) {
    // Numerical Recipes' linear congruential generator: good enough for an order, and the same everywhere.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = state % (last + 1)
    ;[order[last], order[other]] = [order[other] ?? '', order[last] ?? '']
  }
  return order.map((name, index) => ({
    name: order.indexOf(name) === index ? name : `${name} again`,
    testMatch: toFile(name),
  }))
}
