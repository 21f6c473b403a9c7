import 'server-only'
import { recordChange } from '#lib/activity/record-activity.ts'
import { paths } from '#lib/address/paths.ts'
import type { Link } from '#lib/contracts/accounts.ts'
import type { User } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { requireGoodPassword } from '#lib/session/password/password-rules.ts'
import { hashPassword } from '#lib/session/password/passwords.ts'
import { getEnv } from '#lib/settings/env.ts'
import { type AccountRow, getAccountStore } from '#lib/store/account-store.ts'
import { getSessionStore } from '#lib/store/session-store.ts'
import { toUser } from './accounts.ts'
import { createToken, findToken, takeToken } from './one-time-tokens.ts'

/** A link that sets a password for this account and signs in. Earlier links of the account stop working. */
export async function createLink(accountId: string): Promise<Link> {
  const { token, expiresAt } = await createToken('invitation', accountId)
  return { url: getEnv().appUrl + paths.invitation(token), expires_at: new Date(expiresAt).toISOString() }
}

/** Whose link this is. Throws `token_invalid`, also when the account was disabled meanwhile, and `not_found` without local sign-in. */
export async function requireInvited(token: string): Promise<AccountRow> {
  if (!getEnv().localSignIn) throw new DeskError('not_found')
  const found = await findToken(token, 'invitation')
  const account = found?.accountId ? await getAccountStore().findById(found.accountId) : null
  if (!account || account.status === 'disabled' || account.issuer !== null)
    throw new DeskError('token_invalid')
  return account
}

/**
 * Sets the password of the account that the link is for, makes it active and ends all its other sessions. Throws as
 * `requireInvited` does. A refused password leaves the link as it is.
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
    if (!(await takeToken(token, 'invitation'))) throw new DeskError('token_invalid')
    const activated = await getAccountStore().activate(account.id, password_hash)
    if (!activated) throw new DeskError('token_invalid')
    await getSessionStore().endAllOf(account.id)
  })
  return toUser(account)
}
