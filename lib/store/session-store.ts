import 'server-only'
import { z } from 'zod'
import { getDatabase } from './database.ts'
import { type Database, NO_LIMIT } from './engine.ts'
import { SIGN_IN_METHODS } from './enums.ts'
import { openTable } from './table.ts'

const sessionRow = z.object({
  /** SHA-256 of the session's secret name: a reader of the database cannot take over a session. */
  id: z.string(),
  account_id: z.string(),
  method: z.enum(SIGN_IN_METHODS),
  client: z.string(),
  created_at: z.number(),
  last_seen_at: z.number(),
  expires_at: z.number(),
})

export type SessionRow = z.infer<typeof sessionRow>

export function getSessionStore() {
  return createSessionStore(getDatabase())
}

/** Sessions that have not ended. Times are milliseconds since 1970. */
export function createSessionStore(database: Database) {
  const sessions = openTable(database, 'sessions', { row: sessionRow })
  return {
    /**
     * Creates a session. Above `max` sessions of the account the ones that were idle for longest end, and are returned.
     * Null, with no session, when the account is not active, or its password differs from `passwordHash`.
     */
    async create(
      session: SessionRow,
      { max, passwordHash }: { max: number; passwordHash?: string | null | undefined },
    ): Promise<SessionRow[] | null> {
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
    find: async (id: string): Promise<SessionRow | null> => sessions.find('WHERE id = ?', id),
    async touch(id: string, at: number): Promise<void> {
      await database.run('UPDATE sessions SET last_seen_at = ? WHERE id = ? AND last_seen_at < ?', at, id, at)
    },
    /** Returns the sessions of an account, newest first. */
    listOf: async (accountId: string): Promise<SessionRow[]> =>
      sessions.listReadable('WHERE account_id = ? ORDER BY created_at DESC, id', accountId),
    /** Ends a session. False when it had ended before. */
    end: async (id: string): Promise<boolean> => (await sessions.remove('WHERE id = ?', id)) === 1,
    /** Ends all sessions of an account except one, and returns how many. */
    endAllOf: async (accountId: string, exceptId = ''): Promise<number> =>
      sessions.remove('WHERE account_id = ? AND id <> ?', accountId, exceptId),
    count: async (): Promise<number> => sessions.count(''),
    /** Deletes sessions that have expired, or were last used before `seenBefore`. */
    async prune(now: number, seenBefore: number): Promise<void> {
      await sessions.remove('WHERE expires_at <= ? OR last_seen_at <= ?', now, seenBefore)
    },
  }
}
