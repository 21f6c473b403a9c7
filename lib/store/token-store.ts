import 'server-only'
import { z } from 'zod'
import { getDatabase } from './database.ts'
import type { Database } from './engine.ts'
import { openTable } from './table.ts'

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

export function createTokenStore(database: Database): TokenStore {
  const tokens = openTable(database, 'one_time_tokens', { row: tokenRow })
  const condition = 'WHERE hash = ? AND purpose = ? AND expires_at > ?'
  return {
    async replace(token) {
      await database.transaction(async within => {
        const here = tokens.on(within)
        await here.remove(
          'WHERE purpose = ? AND account_id IS NOT DISTINCT FROM ?',
          token.purpose,
          token.account_id,
        )
        await here.insert([token])
      })
    },
    find: async (...values) => tokens.find(condition, ...values),
    async use(...values) {
      const row = await database.get(`DELETE FROM one_time_tokens ${condition} RETURNING *`, ...values)
      return row ? tokenRow.parse(row) : null
    },
    async removeOf(accountId) {
      await tokens.remove('WHERE account_id = ?', accountId)
    },
  }
}
