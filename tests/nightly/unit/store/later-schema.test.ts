import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { leaveOut } from '#tests/support/left-out.ts'
import { POSTGRES } from '#tests/support/postgres.ts'

/** Every test that queries a database, except those of the exact schema, and of copying, for which no desk runs. */
const FILES = [
  'tests/unit/store/account-store.test.ts',
  'tests/unit/store/export-store.test.ts',
  'tests/unit/store/job-stores.test.ts',
  'tests/unit/store/sign-in-stores.test.ts',
  'tests/unit/store/transaction.test.ts',
  'tests/unit/activity/activity-store.test.ts',
  'tests/unit/jobs',
  'tests/unit/several-desks',
]

if (!POSTGRES) leaveOut('what this desk does on the schema of a later one', 'PostgreSQL (Debian: postgresql)')

test.runIf(POSTGRES)(
  'the queries of this desk work on a database that a later desk has extended',
  () => {
    const { status, stdout } = spawnSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--project=unit*', '--no-color', ...FILES],
      { env: { ...process.env, LATER_SCHEMA: '1' }, encoding: 'utf8' },
    )
    expect(status, stdout).toBe(0)
    expect(Number(/Tests +(\d+) passed/.exec(stdout)?.[1])).toBeGreaterThan(100)
  },
  600_000,
)
