import 'server-only'
import { recordChange } from '#lib/activity/record-activity.ts'
import { paths } from '#lib/address/paths.ts'
import type { User } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { requireGoodPassword } from '#lib/session/password/password-rules.ts'
import { hashPassword } from '#lib/session/password/passwords.ts'
import { sha256 } from '#lib/session/secrets.ts'
import { getEnv } from '#lib/settings/env.ts'
import { getAccountStore } from '#lib/store/account-store.ts'
import { getTokenStore } from '#lib/store/token-store.ts'
import { hasAdministrator, newAccountRow, toUser } from './accounts.ts'
import { findToken, newToken } from './one-time-tokens.ts'

type SetUp = { token: string; email: string; password: string }

/**
 * Returns the address that creates the first administrator. Null when the desk has one already, or has no local
 * sign-in: then the first administrator signs in through single sign-on.
 */
export async function createSetUpUrl(): Promise<string | null> {
  if (!getEnv().localSignIn || (await hasAdministrator())) return null
  const { token, row } = newToken('setup', null)
  await getTokenStore().put(row)
  return getEnv().appUrl + paths.setup(token)
}

/**
 * Creates the first administrator. Throws `token_invalid`, also when there is one already, `email_taken` when an
 * account with a password has this email, and `not_found` without local sign-in.
 */
export async function setUp({ token, email, password }: SetUp): Promise<User> {
  if (!getEnv().localSignIn) throw new DeskError('not_found')
  if (!(await findToken(token, 'setup'))) throw new DeskError('token_invalid')
  requireGoodPassword(password, [email, getEnv().appName])
  const password_hash = await hashPassword(password)
  const account = newAccountRow({ email, role: 'admin', password_hash })
  const entry = { actor: account, action: 'setup_done' as const, details: { role: account.role } }
  await recordChange(entry, async () => {
    const outcome = await getAccountStore().createFirst(account, sha256(token), Date.now())
    if (outcome !== 'done') throw new DeskError(outcome)
  })
  return toUser(account)
}
