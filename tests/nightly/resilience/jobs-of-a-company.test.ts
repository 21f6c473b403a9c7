import { describe, test } from 'vitest'
import { leaveOut } from '#tests/support/left-out.ts'
import { createTestDatabase, POSTGRES, startPostgres } from '#tests/support/postgres.ts'
import {
  connectionsCut,
  type Disturbance,
  expectToGoOn,
  killed,
  startedAnew,
  stoppedFor,
} from '#tests/support/resilience/disturbances.ts'
import type { Size } from '#tests/support/resilience/two-desks.ts'

if (!POSTGRES) leaveOut('two desks with one database', 'PostgreSQL (Debian: postgresql)')

const TEST_MS = 600_000
/** The largest project of the benchmarks, with the default lease. */
const LARGE: Size = { newPeople: 1_100, createMs: 3_000, leaseSeconds: null, endMs: 300_000 }
const STOP_MS = 60_000
/** The other desk is still working when the stopped one continues. */
const SLOW: Size = { ...LARGE, createMs: 12_000 }

/** tests/nightly/resilience/jobs-on-two-desks.test.ts has a smaller version with more cases. */
describe.skipIf(!POSTGRES)('an export, an import of 1,100 people and a batch that are interrupted', () => {
  test.each<[string, Disturbance, Size]>([
    ['their desk is killed', killed, LARGE],
    ['their desk stands still for a minute, and wakes up', stoppedFor(STOP_MS), SLOW],
    ['all connections to the database are cut', connectionsCut, LARGE],
  ])(
    'an export, an import and a batch of a company resume exactly where they were when %s',
    async (_, disturb, size) => expectToGoOn(await createTestDatabase(), disturb, size),
    TEST_MS,
  )

  test(
    'an export, an import and a batch of a company resume after a restart of the database',
    async () => {
      const server = await startPostgres()
      await expectToGoOn(server.url('desk'), startedAnew(server), LARGE)
    },
    TEST_MS,
  )
})
