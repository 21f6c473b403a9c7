import 'server-only'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { SIGN_IN_METHODS } from '#lib/contracts/activity.ts'
import { getDatabase } from './database.ts'
import { transaction } from './transaction.ts'

const sessionRow = z.object({
  /** The SHA-256 of the session's secret name: who reads the database can take over nobody's session. */
  id: z.string(),
  account_id: z.string(),
  method: z.enum(SIGN_IN_METHODS),
  client: z.string(),
  created_at: z.number(),
  last_seen_at: z.number(),
  expires_at: z.number(),
})

export type SessionRow = z.infer<typeof sessionRow>

/** Every session that has not ended; one that has ended is not there. Times are milliseconds since 1970. */
type SessionStore = {
  /** Of more than `max` of one account those end that nobody was seen in for longest; resolves to them. */
  create(session: SessionRow, max: number): Promise<SessionRow[]>
  find(id: string): Promise<SessionRow | null>
  touch(id: string, at: number): Promise<void>
  /** Newest first. */
  listOf(accountId: string): Promise<SessionRow[]>
  /** False when it had ended before. */
  end(id: string): Promise<boolean>
  /** All sessions of one account, but for the one that is to stay. Resolves to how many ended. */
  endAllOf(accountId: string, exceptId?: string): Promise<number>
  /** Removes what is over by itself: its end has passed, or nobody was seen since `seenBefore`. */
  prune(now: number, seenBefore: number): Promise<void>
}

export function getSessionStore(): SessionStore {
  return createSessionStore(getDatabase())
}

function createSessionStore(database: DatabaseSync): SessionStore {
  return {
    async create(session, max) {
      return transaction(database, () => {
        database
          .prepare(
            `INSERT INTO sessions (id, account_id, method, client, created_at, last_seen_at, expires_at)
             VALUES (:id, :account_id, :method, :client, :created_at, :last_seen_at, :expires_at)`,
          )
          .run(session)
        const ended = database
          .prepare(
            `DELETE FROM sessions WHERE id IN
               (SELECT id FROM sessions WHERE account_id = ?
                ORDER BY id = ? DESC, last_seen_at DESC, created_at DESC, id LIMIT -1 OFFSET ?)
             RETURNING *`,
          )
          .all(session.account_id, session.id, max)
        return ended.map(row => sessionRow.parse(row))
      })
    },
    async find(id) {
      const row = database.prepare('SELECT * FROM sessions WHERE id = ?').get(id)
      return row ? sessionRow.parse(row) : null
    },
    async touch(id, at) {
      database.prepare('UPDATE sessions SET last_seen_at = max(last_seen_at, ?) WHERE id = ?').run(at, id)
    },
    async listOf(accountId) {
      return database
        .prepare('SELECT * FROM sessions WHERE account_id = ? ORDER BY created_at DESC, id')
        .all(accountId)
        .map(row => sessionRow.parse(row))
    },
    async end(id) {
      return Number(database.prepare('DELETE FROM sessions WHERE id = ?').run(id).changes) === 1
    },
    async endAllOf(accountId, exceptId = '') {
      const { changes } = database
        .prepare('DELETE FROM sessions WHERE account_id = ? AND id <> ?')
        .run(accountId, exceptId)
      return Number(changes)
    },
    async prune(now, seenBefore) {
      database.prepare('DELETE FROM sessions WHERE expires_at <= ? OR last_seen_at <= ?').run(now, seenBefore)
    },
  }
}
