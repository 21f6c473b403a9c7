import 'server-only'
import { z } from 'zod'
import { getDatabase } from './database.ts'
import type { Database, Statements } from './engine.ts'
import { openTable } from './table.ts'

const TOKEN_PURPOSES = ['setup', 'invitation'] as const

export type TokenPurpose = (typeof TOKEN_PURPOSES)[number]

const tokenRow = z.object({
  /** SHA-256 of the token: a reader of the database cannot use a link. */
  hash: z.string(),
  purpose: z.enum(TOKEN_PURPOSES),
  account_id: z.string().nullable(),
  expires_at: z.number(),
})

export type TokenRow = z.infer<typeof tokenRow>

export function getTokenStore() {
  return createTokenStore(getDatabase())
}

/** One-time links. Times are milliseconds since 1970. */
export function createTokenStore(database: Database) {
  return {
    /**
     * Stores a link in place of all earlier ones of its purpose and account. False for an account that is deleted or
     * disabled.
     */
    put: async (token: TokenRow): Promise<boolean> => database.transaction(within => putToken(within, token)),
    find: async (hash: string, purpose: TokenPurpose, now: number): Promise<TokenRow | null> =>
      openTokens(database).find(THIS_ONE, hash, purpose, now),
  }
}

/** Does the same as `put`, inside another transaction. */
export async function putToken(within: Statements, token: TokenRow): Promise<boolean> {
  const { purpose, account_id } = token
  const open = "SELECT 1 AS one FROM accounts WHERE id = ? AND status <> 'disabled'"
  if (account_id !== null && !(await within.get(open, account_id))) return false
  const tokens = openTokens(within)
  await tokens.remove('WHERE purpose = ? AND account_id IS NOT DISTINCT FROM ?', purpose, account_id)
  await tokens.insert([token])
  return true
}

/**
 * Finds and removes the token in one step, inside the transaction that uses it, so that only one of two simultaneous
 * uses succeeds.
 */
export async function takeToken(
  within: Statements,
  ...values: [hash: string, purpose: TokenPurpose, now: number]
): Promise<TokenRow | null> {
  const row = await within.get(`DELETE FROM one_time_tokens ${THIS_ONE} RETURNING *`, ...values)
  return row ? tokenRow.parse(row) : null
}

const THIS_ONE = 'WHERE hash = ? AND purpose = ? AND expires_at > ?'

function openTokens(at: Statements) {
  return openTable(at, 'one_time_tokens', { row: tokenRow })
}
