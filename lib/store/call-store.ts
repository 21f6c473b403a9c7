import 'server-only'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { getDatabase } from './database.ts'
import { transactionNow } from './transaction.ts'

const callRow = z.object({ answered_at: z.number() })

/**
 * The calls of each key that the service may still count, by the key's fingerprint, so that a desk that is started anew
 * keeps to the limit of the one before. Times are of the wall clock, in milliseconds.
 */
type CallStore = {
  /** When each was answered. Those whose desk was gone before the answer were answered at the latest `now`. */
  list(keyFingerprint: string, now: number): number[]
  /** Writes down one that sets off, and drops those that were answered before `forgotten`. Returns its number. */
  begin(keyFingerprint: string, forgotten: number): number
  answered(id: number, at: number): void
  neverMade(id: number): void
}

/**
 * The calls of a key, kept on disk for one window: the `CallRecord` of `lib/portrait-api/call-window.ts`. A disk that is
 * full stops no call: a restart would then know too little, and the service says 429.
 */
export function openCallRecord(keyFingerprint: string, windowMs: number) {
  const now = Date.now()
  return {
    // A clock that was set back makes no call younger than new.
    earlier: attempt(() => createCallStore(getDatabase()).list(keyFingerprint, now), [])
      .map(at => Math.min(at, now) + windowMs - now)
      .filter(leftMs => leftMs > 0),
    begin: () =>
      attempt(() => createCallStore(getDatabase()).begin(keyFingerprint, Date.now() - windowMs), null),
    end(id: number | null, outcome: 'answered' | 'never made') {
      if (id === null) return
      attempt(() => {
        if (outcome === 'answered') createCallStore(getDatabase()).answered(id, Date.now())
        else createCallStore(getDatabase()).neverMade(id)
      }, undefined)
    },
  }
}

function attempt<Value>(work: () => Value, otherwise: Value): Value {
  try {
    return work()
  } catch {
    return otherwise
  }
}

function createCallStore(database: DatabaseSync): CallStore {
  return {
    list(keyFingerprint, now) {
      database
        .prepare('UPDATE calls SET answered_at = ? WHERE key_fingerprint = ? AND answered_at IS NULL')
        .run(now, keyFingerprint)
      return database
        .prepare('SELECT answered_at FROM calls WHERE key_fingerprint = ? ORDER BY answered_at')
        .all(keyFingerprint)
        .map(row => callRow.parse(row).answered_at)
    },

    begin: (keyFingerprint, forgotten) =>
      transactionNow(database, () => {
        database
          .prepare('DELETE FROM calls WHERE key_fingerprint = ? AND answered_at < ?')
          .run(keyFingerprint, forgotten)
        const insert = database.prepare('INSERT INTO calls (key_fingerprint) VALUES (?)')
        return Number(insert.run(keyFingerprint).lastInsertRowid)
      }),

    answered(id, at) {
      database.prepare('UPDATE calls SET answered_at = ? WHERE id = ?').run(at, id)
    },

    neverMade(id) {
      database.prepare('DELETE FROM calls WHERE id = ?').run(id)
    },
  }
}
