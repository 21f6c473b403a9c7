import 'server-only'
import { recordChange } from '#lib/activity/record-activity.ts'
import { paths } from '#lib/address/paths.ts'
import type { Link } from '#lib/contracts/accounts.ts'
import type { User } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { getEnv } from '#lib/settings/env.ts'
import { getAccountStore } from '#lib/store/account-store.ts'
import { getSessionStore } from '#lib/store/session-store.ts'
import { toUser } from './accounts.ts'
import { createToken, findToken, takeToken } from './one-time-tokens.ts'
import { requireGoodPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'

/** A link with which this account sets a password and is signed in. Earlier links of theirs stop working. */
export async function createLink(accountId: string): Promise<Link> {
  const { token, expiresAt } = await createToken('invitation', accountId)
  return { url: getEnv().appUrl + paths.invitation(token), expires_at: new Date(expiresAt).toISOString() }
}

/**
 * Sets the password of whom the link is for; the account is active then, and all its other sessions end. Throws
 * `token_invalid`, also when the account was disabled meanwhile, and `not_found` without local sign-in. A refused
 * password leaves the link as it is.
 */
export async function takeUpInvitation({
  token,
  password,
}: {
  token: string
  password: string
}): Promise<User> {
  if (!getEnv().localSignIn) throw new DeskError('not_found')
  const found = await findToken(token, 'invitation')
  const account = found?.accountId ? await getAccountStore().findById(found.accountId) : null
  if (!account || account.status === 'disabled' || account.issuer !== null)
    throw new DeskError('token_invalid')
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
