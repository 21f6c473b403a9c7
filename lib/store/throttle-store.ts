import 'server-only'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { getDatabase } from './database.ts'
import { transaction } from './transaction.ts'

const throttleRow = z.object({ key: z.string(), full_at: z.number() })

/** `full_at`: the moment, in milliseconds, at which nothing is counted under this key any more. */
type ThrottleRow = z.infer<typeof throttleRow>

/** The counter of all strangers together, which no number of other counters pushes out. */
export const EVERYBODY = 'everybody'

/** What somebody makes up cannot fill the disk: beyond this, those go that would go soonest anyway. */
const ROWS_MAX = 5_000

/** How often something went wrong of late. Kept on disk, so that a restart forgives nobody. */
type ThrottleStore = {
  /**
   * Gives what is counted under these keys to `decide` and keeps what it returns, with nothing of any other process in
   * between. Whose time has come is gone.
   */
  update<Decision>(
    keys: readonly string[],
    now: number,
    decide: (fullAt: Map<string, number>) => { rows: ThrottleRow[]; decision: Decision },
  ): Promise<Decision>
}

export function getThrottleStore(): ThrottleStore {
  return createThrottleStore(getDatabase())
}

function createThrottleStore(database: DatabaseSync): ThrottleStore {
  return {
    async update(keys, now, decide) {
      return transaction(database, () => {
        database.prepare('DELETE FROM throttle WHERE full_at <= ?').run(now)
        const read = database.prepare('SELECT * FROM throttle WHERE key = ?')
        const found = keys.map(key => read.get(key)).filter(row => row !== undefined)
        const known = found.map(row => throttleRow.parse(row))
        const { rows, decision } = decide(new Map(known.map(({ key, full_at }) => [key, full_at])))
        const write = database.prepare('INSERT OR REPLACE INTO throttle VALUES (:key, :full_at)')
        for (const row of rows) write.run(row)
        database
          .prepare(
            `DELETE FROM throttle WHERE key IN
               (SELECT key FROM throttle WHERE key <> ? ORDER BY full_at DESC LIMIT -1 OFFSET ?)`,
          )
          .run(EVERYBODY, ROWS_MAX - 1)
        return decision
      })
    },
  }
}
