import 'server-only'
import { z } from 'zod'
import { getDatabase } from './database.ts'
import { type Database, NO_LIMIT } from './engine.ts'
import { openTable } from './table.ts'
import { SIGN_IN_METHODS } from './words.ts'

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
  /**
   * Of more than `max` of one account those end that nobody was seen in for longest; resolves to them. Null, and there is no
   * session, when the account is not active any more, or its password is not the one of `passwordHash`, if there is one.
   */
  create(
    session: SessionRow,
    limits: { max: number; passwordHash?: string | null | undefined },
  ): Promise<SessionRow[] | null>
  find(id: string): Promise<SessionRow | null>
  touch(id: string, at: number): Promise<void>
  /** Newest first. */
  listOf(accountId: string): Promise<SessionRow[]>
  /** False when it had ended before. */
  end(id: string): Promise<boolean>
  /** All sessions of one account, but for the one that is to stay. Resolves to how many ended. */
  endAllOf(accountId: string, exceptId?: string): Promise<number>
  /** How many there are. */
  count(): Promise<number>
  /** Removes what is over by itself: its end has passed, or nobody was seen since `seenBefore`. */
  prune(now: number, seenBefore: number): Promise<void>
}

export function getSessionStore(): SessionStore {
  return createSessionStore(getDatabase())
}

export function createSessionStore(database: Database): SessionStore {
  const sessions = openTable(database, 'sessions', { row: sessionRow })
  return {
    async create(session, { max, passwordHash }) {
      return database.transaction(async within => {
        const active = "SELECT password_hash FROM accounts WHERE id = ? AND status = 'active'"
        const account = await within.get(active, session.account_id)
        if (!account || (passwordHash !== undefined && account.password_hash !== passwordHash)) return null
        await sessions.on(within).insert([session])
        const ended = await within.all(
          `DELETE FROM sessions WHERE id IN
             (SELECT id FROM sessions WHERE account_id = ?
              ORDER BY id = ? DESC, last_seen_at DESC, created_at DESC, id LIMIT ${NO_LIMIT} OFFSET ?)
           RETURNING *`,
          ...[session.account_id, session.id, max],
        )
        return ended.map(row => sessionRow.parse(row))
      })
    },
    find: async id => sessions.find('WHERE id = ?', id),
    async touch(id, at) {
      await database.run('UPDATE sessions SET last_seen_at = ? WHERE id = ? AND last_seen_at < ?', at, id, at)
    },
    listOf: async accountId =>
      sessions.listReadable('WHERE account_id = ? ORDER BY created_at DESC, id', accountId),
    end: async id => (await sessions.remove('WHERE id = ?', id)) === 1,
    endAllOf: async (accountId, exceptId = '') =>
      sessions.remove('WHERE account_id = ? AND id <> ?', accountId, exceptId),
    count: async () => sessions.count(''),
    async prune(now, seenBefore) {
      await sessions.remove('WHERE expires_at <= ? OR last_seen_at <= ?', now, seenBefore)
    },
  }
}
