import 'server-only'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { getDatabase, inTransaction } from './database.ts'

const throttleRow = z.object({
  key: z.string(),
  failures: z.number(),
  blocked_until: z.number(),
  updated_at: z.number(),
})

export type ThrottleRow = z.infer<typeof throttleRow>

/** How often something went wrong of late. Kept on disk, so that a restart forgives nobody. */
type ThrottleStore = {
  /**
   * Gives the rows of these keys (missing ones are left out) to `decide` and keeps what it returns, with nothing of any
   * other process in between. Rows that were last changed before `forgetBefore` are gone.
   */
  update<Decision>(
    keys: readonly string[],
    forgetBefore: number,
    decide: (rows: ThrottleRow[]) => { rows: ThrottleRow[]; decision: Decision },
  ): Promise<Decision>
  remove(key: string): Promise<void>
}

export function getThrottleStore(): ThrottleStore {
  return createThrottleStore(getDatabase())
}

function createThrottleStore(database: DatabaseSync): ThrottleStore {
  return {
    async update(keys, forgetBefore, decide) {
      return inTransaction(database, () => {
        database.prepare('DELETE FROM throttle WHERE updated_at < ?').run(forgetBefore)
        const read = database.prepare('SELECT * FROM throttle WHERE key = ?')
        const found = keys.map(key => read.get(key)).filter(row => row !== undefined)
        const { rows, decision } = decide(found.map(row => throttleRow.parse(row)))
        const write = database.prepare(
          'INSERT OR REPLACE INTO throttle VALUES (:key, :failures, :blocked_until, :updated_at)',
        )
        for (const row of rows) write.run(row)
        return decision
      })
    },
    async remove(key) {
      database.prepare('DELETE FROM throttle WHERE key = ?').run(key)
    },
  }
}
