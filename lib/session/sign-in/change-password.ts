import 'server-only'
import { recordChange } from '#lib/activity/record-activity.ts'
import { DeskError } from '#lib/errors.ts'
import { verifyCredentials } from '#lib/session/accounts/accounts.ts'
import { requireGoodPassword } from '#lib/session/password/password-rules.ts'
import { hashPassword } from '#lib/session/password/passwords.ts'
import { countGuess, ownPasswordWays } from '#lib/session/password/throttle.ts'
import { sha256 } from '#lib/session/secrets.ts'
import type { Session } from '#lib/session/sessions/read-session.ts'
import { getEnv } from '#lib/settings/env.ts'
import { getAccountStore } from '#lib/store/account-store.ts'

/**
 * Changes the user's own password; all other sessions and links of the account end. It requires the current password,
 * and counts wrong ones for the session, so that access to an unlocked screen is not enough. Throws `invalid` with the
 * reason of a field, `single_sign_on_account`, `sign_in_throttled`.
 */
export async function changePassword(
  { user, sid }: Session,
  { current, password }: { current: string; password: string },
): Promise<void> {
  const accounts = getAccountStore()
  const account = await accounts.findById(user.id)
  if (account?.issuer !== null) throw new DeskError('single_sign_on_account')
  const { result: verified } = await countGuess(ownPasswordWays(sid), () =>
    verifyCredentials(user.email, current, { first: true }),
  )
  const wrong = () => new DeskError('invalid', { errors: { current: ['wrong'] } })
  if (verified?.id !== user.id) throw wrong()
  requireGoodPassword(password, [user.email, getEnv().appName])
  const change = { from: verified.password_hash, to: await hashPassword(password), keptSession: sha256(sid) }
  const details = { method: 'password' as const }
  await recordChange({ actor: user, action: 'password_changed', details }, async () => {
    // A link has changed the password meanwhile, so the entered one is no longer current.
    if (!(await accounts.changePassword(user.id, change))) throw wrong()
  })
}
