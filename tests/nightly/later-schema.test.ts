import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { leaveOut } from '#tests/support/left-out.ts'
import { POSTGRES } from '#tests/support/postgres.ts'

/** Everything that asks a database, but for what holds its schema as it is, and for copying, for which no desk runs. */
const FILES = ['unit/store', 'unit/jobs', 'unit/desks', 'unit/activity/activity-store']
const ABOUT_THE_SCHEMA = ['side-by-side', 'copy-store', 'store/postgres']

if (!POSTGRES) leaveOut('what this desk does on the schema of a later one', 'PostgreSQL (Debian: postgresql)')

test.runIf(POSTGRES)(
  'what this desk asks of its database, it may ask of one that a later desk has added to',
  () => {
    const { status, stdout } = spawnSync(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--project=unit*',
        '--no-color',
        ...ABOUT_THE_SCHEMA.map(name => `--exclude=**/${name}*`),
        ...FILES,
      ],
      { env: { ...process.env, LATER_SCHEMA: '1' }, encoding: 'utf8' },
    )
    expect(status, stdout).toBe(0)
    expect(Number(/Tests +(\d+) passed/.exec(stdout)?.[1])).toBeGreaterThan(100)
  },
  600_000,
)
