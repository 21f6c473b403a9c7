import 'server-only'
import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { getDatabase, getSqlite } from './database.ts'

const callRow = z.object({ answered_at: z.number() })
/** Ids of calls are random, so the next one need not be read from the database. */
const ID_MAX = 2 ** 48 - 1
/** Interval for deleting expired calls: in a burst, each deletion takes as long as recording a call. */
const FORGET_EVERY_MS = 1_000

/**
 * Records the calls of a key on disk for one window, so that a restarted desk keeps the limit: the `CallRecord` of
 * `lib/portrait-api/budget-types.ts`. A full disk stops no call; after a restart the service may then answer 429. Times
 * are milliseconds of the wall clock. SQLite writes each before the call leaves; with a server the budget is the
 * server's.
 */
export function openCallRecord(keyFingerprint: string, windowMs: number) {
  if (getDatabase().engine === 'postgres') return { earlier: [], begin: () => null, end() {} }
  const now = Date.now()
  const write = (sql: string, ...values: (string | number)[]) =>
    void getDatabase()
      .run(sql, ...values)
      .catch(() => {})
  let forgotAt = Number.NEGATIVE_INFINITY

  return {
    // After the clock was set back, a call counts as made now at the latest.
    earlier: listEarlier(keyFingerprint, now)
      .map(at => Math.min(at, now) + windowMs - now)
      .filter(leftMs => leftMs > 0),
    begin() {
      const id = randomInt(1, ID_MAX)
      if (performance.now() - forgotAt >= FORGET_EVERY_MS) {
        forgotAt = performance.now()
        const over = Date.now() - windowMs
        write('DELETE FROM calls WHERE key_fingerprint = ? AND answered_at < ?', keyFingerprint, over)
      }
      write('INSERT INTO calls (id, key_fingerprint) VALUES (?, ?)', id, keyFingerprint)
      return id
    },
    end(id: number | null, outcome: 'answered' | 'never made') {
      if (id === null) return
      if (outcome === 'answered') write('UPDATE calls SET answered_at = ? WHERE id = ?', Date.now(), id)
      else write('DELETE FROM calls WHERE id = ?', id)
    },
  }
}

/** Calls without an answer when their desk ended count as answered now at the latest. */
function listEarlier(keyFingerprint: string, now: number): number[] {
  try {
    getSqlite()
      .prepare('UPDATE calls SET answered_at = ? WHERE key_fingerprint = ? AND answered_at IS NULL')
      .run(now, keyFingerprint)
    return getSqlite()
      .prepare('SELECT answered_at FROM calls WHERE key_fingerprint = ? ORDER BY answered_at')
      .all(keyFingerprint)
      .map(row => callRow.parse(row).answered_at)
  } catch {
    return []
  }
}
