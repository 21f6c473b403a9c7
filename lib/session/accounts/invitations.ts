import 'server-only'
import { recordChange } from '#lib/activity/record-activity.ts'
import { paths } from '#lib/address/paths.ts'
import type { Link } from '#lib/contracts/accounts.ts'
import type { User } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { requireGoodPassword } from '#lib/session/password/password-rules.ts'
import { hashPassword } from '#lib/session/password/passwords.ts'
import { sha256 } from '#lib/session/secrets.ts'
import { getEnv } from '#lib/settings/env.ts'
import { type AccountRow, getAccountStore } from '#lib/store/account-store.ts'
import { getTokenStore, type TokenRow } from '#lib/store/token-store.ts'
import { toUser } from './accounts.ts'
import { findToken, newToken } from './one-time-tokens.ts'

/** Creates a link that sets a password for this account and signs in, and the row to store for it. */
export function newLink(accountId: string): { link: Link; row: TokenRow } {
  const { token, row } = newToken('invitation', accountId)
  const expires_at = new Date(row.expires_at).toISOString()
  return { link: { url: getEnv().appUrl + paths.invitation(token), expires_at }, row }
}

/**
 * Creates and stores a link. Earlier links of the account stop working. Throws `account_disabled`, also when it is
 * deleted.
 */
export async function createLink(accountId: string): Promise<Link> {
  const { link, row } = newLink(accountId)
  if (!(await getTokenStore().put(row))) throw new DeskError('account_disabled')
  return link
}

/**
 * Returns the account of a link. Throws `token_invalid`, also when the account was disabled meanwhile, and `not_found`
 * without local sign-in.
 */
export async function requireInvited(token: string): Promise<AccountRow> {
  if (!getEnv().localSignIn) throw new DeskError('not_found')
  const found = await findToken(token, 'invitation')
  const account = found?.accountId ? await getAccountStore().findById(found.accountId) : null
  if (!account || account.status === 'disabled' || account.issuer !== null)
    throw new DeskError('token_invalid')
  return account
}

/**
 * Sets the password of the link's account, makes it active and ends all its other sessions. Throws as `requireInvited`
 * does. A refused password leaves the link usable.
 */
export async function takeUpInvitation({
  token,
  password,
}: {
  token: string
  password: string
}): Promise<User> {
  const account = await requireInvited(token)
  requireGoodPassword(password, [account.email, getEnv().appName])
  const password_hash = await hashPassword(password)
  const details = { method: 'invitation' as const }
  await recordChange({ actor: account, action: 'password_changed', details }, async () => {
    const isTaken = await getAccountStore().takeUp(sha256(token), password_hash, Date.now())
    if (!isTaken) throw new DeskError('token_invalid')
  })
  return toUser(account)
}
