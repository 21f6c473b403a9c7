import 'server-only'
import { randomBytes } from 'node:crypto'
import { sha256 } from '#lib/session/secrets.ts'
import { getTokenStore, type TokenPurpose } from '#lib/store/token-store.ts'

const TOKEN_BYTES = 32
const DAY_MS = 24 * 60 * 60 * 1000
const LIFETIME_MS: Record<TokenPurpose, number> = { setup: DAY_MS, invitation: 7 * DAY_MS }

type NewToken = { token: string; expiresAt: number }

/** A secret for one link, which works once. Earlier links for the same thing stop working. */
export async function createToken(purpose: TokenPurpose, accountId: string | null): Promise<NewToken> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = Date.now() + LIFETIME_MS[purpose]
  await getTokenStore().replace({
    hash: sha256(token),
    purpose,
    account_id: accountId,
    expires_at: expiresAt,
  })
  return { token, expiresAt }
}

/** Whose link this is, without using it up; null when it does not work (any more). */
export async function findToken(
  token: string,
  purpose: TokenPurpose,
): Promise<{ accountId: string | null } | null> {
  const found = await getTokenStore().find(sha256(token), purpose, Date.now())
  return found && { accountId: found.account_id }
}

/** Uses a link up. False when somebody else was faster. */
export async function takeToken(token: string, purpose: TokenPurpose): Promise<boolean> {
  return (await getTokenStore().use(sha256(token), purpose, Date.now())) !== null
}
