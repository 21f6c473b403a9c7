import 'server-only'
import { randomBytes } from 'node:crypto'
import { sha256 } from '#lib/session/secrets.ts'
import { getTokenStore, type TokenPurpose, type TokenRow } from '#lib/store/token-store.ts'

const TOKEN_BYTES = 32
const DAY_MS = 24 * 60 * 60 * 1000
const LIFETIME_MS: Record<TokenPurpose, number> = { setup: DAY_MS, invitation: 7 * DAY_MS }

/**
 * Creates the secret of a one-time link, and the row to store for it. Storing the row ends earlier links of the same
 * purpose and account.
 */
export function newToken(purpose: TokenPurpose, account_id: string | null): { token: string; row: TokenRow } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expires_at = Date.now() + LIFETIME_MS[purpose]
  return { token, row: { hash: sha256(token), purpose, account_id, expires_at } }
}

/** Returns the account of a link without using it up; null when it does not work (any more). */
export async function findToken(
  token: string,
  purpose: TokenPurpose,
): Promise<{ accountId: string | null } | null> {
  const found = await getTokenStore().find(sha256(token), purpose, Date.now())
  return found && { accountId: found.account_id }
}
