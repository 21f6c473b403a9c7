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
import { getSessionStore } from '#lib/store/session-store.ts'
import { getTokenStore } from '#lib/store/token-store.ts'

/**
 * Changes one's own password; all other sessions and links of the account end. The current password is asked for, and
 * wrong ones are counted for the session, so that an unlocked screen is not enough. Throws `invalid` with the reason of
 * a field, `single_sign_on_account`, `sign_in_throttled`.
 */
export async function changePassword(
  { user, sid }: Session,
  { current, password }: { current: string; password: string },
): Promise<void> {
  const account = await getAccountStore().findById(user.id)
  if (account?.issuer !== null) throw new DeskError('single_sign_on_account')
  const { result: verified } = await countGuess(ownPasswordWays(sid), () =>
    verifyCredentials(user.email, current, { first: true }),
  )
  if (verified?.id !== user.id) throw new DeskError('invalid', { errors: { current: ['wrong'] } })
  requireGoodPassword(password, [user.email, getEnv().appName])
  const password_hash = await hashPassword(password)
  const details = { method: 'password' as const }
  await recordChange({ actor: user, action: 'password_changed', details }, async () => {
    await getAccountStore().update(user.id, { password_hash })
    await getTokenStore().removeOf(user.id)
    await getSessionStore().endAllOf(user.id, sha256(sid))
  })
}
