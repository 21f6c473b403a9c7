import 'server-only'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { getDatabase } from './database.ts'

const TOKEN_PURPOSES = ['setup', 'invitation'] as const

export type TokenPurpose = (typeof TOKEN_PURPOSES)[number]

const tokenRow = z.object({
  /** The SHA-256 of the token: who reads the database can use nobody's link. */
  hash: z.string(),
  purpose: z.enum(TOKEN_PURPOSES),
  account_id: z.string().nullable(),
  expires_at: z.number(),
})

type TokenRow = z.infer<typeof tokenRow>

/** Links that work once. Times are milliseconds since 1970. */
type TokenStore = {
  /** The new token takes the place of all earlier ones of its purpose and account. */
  replace(token: TokenRow): Promise<void>
  find(hash: string, purpose: TokenPurpose, now: number): Promise<TokenRow | null>
  /** Finds and removes in one step, so that of two who use it at once one comes too late. */
  use(hash: string, purpose: TokenPurpose, now: number): Promise<TokenRow | null>
  removeOf(accountId: string): Promise<void>
}

export function getTokenStore(): TokenStore {
  return createTokenStore(getDatabase())
}

function createTokenStore(database: DatabaseSync): TokenStore {
  const one = (sql: string, values: [string, string, number]): TokenRow | null => {
    const row = database.prepare(sql).get(...values)
    return row ? tokenRow.parse(row) : null
  }
  const condition = 'hash = ? AND purpose = ? AND expires_at > ?'
  return {
    async replace(token) {
      database
        .prepare('DELETE FROM one_time_tokens WHERE purpose = ? AND account_id IS ?')
        .run(token.purpose, token.account_id)
      database
        .prepare('INSERT INTO one_time_tokens VALUES (:hash, :purpose, :account_id, :expires_at)')
        .run(token)
    },
    find: async (...values) => one(`SELECT * FROM one_time_tokens WHERE ${condition}`, values),
    use: async (...values) => one(`DELETE FROM one_time_tokens WHERE ${condition} RETURNING *`, values),
    async removeOf(accountId) {
      database.prepare('DELETE FROM one_time_tokens WHERE account_id = ?').run(accountId)
    },
  }
}
