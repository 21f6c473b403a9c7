import 'server-only'
import { z } from 'zod'
import { getDatabase } from './database.ts'
import { type Database, NO_LIMIT } from './engine.ts'
import { placesFor } from './table.ts'

const throttleRow = z.object({ key: z.string(), full_at: z.number() })

/** `full_at`: the time in milliseconds at which this key's counter is empty again. */
type ThrottleRow = z.infer<typeof throttleRow>

/** Key of the counter of all strangers together, which is never deleted to make room. */
export const EVERYBODY = 'everybody'

/** Limits the rows, so that made-up names cannot fill the disk: beyond this, the rows that expire first are deleted. */
const ROWS_MAX = 5_000

export function getThrottleStore() {
  return createThrottleStore(getDatabase())
}

/** Counts recent failures. The counters are on disk, so that a restart does not reset them. */
export function createThrottleStore(database: Database) {
  return {
    /**
     * Passes the counters of these keys to `decide` and saves what it returns, in one transaction. Expired counters are
     * deleted first. `decide` may be called again; the last answer counts.
     */
    async update<Decision>(
      keys: readonly string[],
      now: number,
      decide: (fullAt: Map<string, number>) => { rows: ThrottleRow[]; decision: Decision },
    ): Promise<Decision> {
      return database.transaction(async within => {
        await within.run('DELETE FROM throttle WHERE full_at <= ?', now)
        const found = await within.all(`SELECT * FROM throttle WHERE key IN ${placesFor(keys)}`, ...keys)
        const known = found.map(row => throttleRow.parse(row))
        const { rows, decision } = decide(new Map(known.map(({ key, full_at }) => [key, full_at])))
        await within.each(
          'INSERT INTO throttle VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET full_at = excluded.full_at',
          rows.map(({ key, full_at }) => [key, full_at]),
        )
        await within.run(
          `DELETE FROM throttle WHERE key IN
             (SELECT key FROM throttle WHERE key <> ? ORDER BY full_at DESC LIMIT ${NO_LIMIT} OFFSET ?)`,
          ...[EVERYBODY, ROWS_MAX - 1],
        )
        return decision
      })
    },
  }
}
