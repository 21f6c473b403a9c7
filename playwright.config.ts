import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { IS_NIGHT } from './tests/support/night.ts'

const TESTS = join(import.meta.dirname, 'tests')
const FOLDERS = ['journeys', ...(IS_NIGHT ? ['nightly/journeys'] : [])]
const FILES = FOLDERS.flatMap(folder =>
  readdirSync(join(TESTS, folder))
    .filter(file => file.endsWith('.test.ts'))
    .sort()
    .map(file => `${folder}/${file}`),
)
/** Started last, one of these would be waited for alone. */
const LONGEST = ['import', 'accounts', 'exports']
const SEED = Number(process.env.TEST_SEED ?? 0)

export default defineConfig({
  testDir: TESTS,
  outputDir: process.env.DESK_PATH ? 'test-results/journeys-below-a-path' : 'test-results/journeys',
  globalSetup: './tests/support/journeys/start-desks.ts',
  fullyParallel: false,
  workers: 3,
  // These limits only stop a test that hangs: no test depends on the speed of the machine.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: !!process.env.CI,
  projects: SEED === 0 ? inTurn() : inRandomOrder(SEED),
  use: {
    ...devices['Desktop Chrome'],
    // An animated spinner is painted sixty times a second while a test waits. `WITH_MOTION` (`desk-test.ts`) is for tests of motion;
    // the nightly run always has motion.
    contextOptions: { reducedMotion: IS_NIGHT ? 'no-preference' : 'reduce' },
    // A trace costs a third of a test's time; `npx playwright test --trace on NAME` makes one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        // The pages of a test live for seconds: V8's optimizing compilers cost more time than they save.
        '--js-flags=--no-maglev --no-turbofan',
      ],
    },
  },
})

/** The longest first. A worker, its browser and a sign-in take two seconds of processor time, so each worker serves many files. */
function inTurn() {
  const isLong = (file: string) => LONGEST.some(name => file.endsWith(`/${name}.test.ts`))
  return [
    { name: 'longest', testMatch: FILES.filter(isLong).map(toPattern) },
    { name: 'others', testMatch: FILES.filter(file => !isLong(file)).map(toPattern) },
  ]
}

/** Each file twice, in the order of this seed, each time in a new worker. */
function inRandomOrder(seed: number) {
  const order = [...FILES, ...FILES]
  let state = seed
  for (let last = order.length - 1; last > 0; last -= 1) {
    // Numerical Recipes' linear congruential generator: good enough for an order, and the same everywhere.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = state % (last + 1)
    ;[order[last], order[other]] = [order[other] ?? '', order[last] ?? '']
  }
  return order.map((file, index) => ({
    name: order.indexOf(file) === index ? file : `${file} again`,
    testMatch: toPattern(file),
  }))
}

/** A glob of this file would also match the file of the same name in `nightly`. */
function toPattern(file: string): RegExp {
  return new RegExp(`/tests/${file}$`)
}
