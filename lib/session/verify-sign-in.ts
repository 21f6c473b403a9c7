import 'server-only'
import { recordActivity } from '#lib/activity/record-activity.ts'
import { DeskError } from '#lib/errors.ts'
import { verifyCredentials } from './accounts.ts'
import type { SignInOrigin } from './begin-session.ts'
import type { SignInInput, User } from './contract.ts'
import { countAttempt, forgiveAttempt } from './throttle.ts'

/**
 * Whose e-mail and password these are. Throws `wrong_credentials`, whatever is wrong with them, and
 * `sign_in_throttled` after too many attempts. The log gets one line for each failure and one for each pause, but none
 * for attempts inside a pause: nobody can fill it from outside.
 */
export async function verifySignIn({ email, password }: SignInInput, origin: SignInOrigin): Promise<User> {
  const attempt = await countAttempt({ account: email, address: origin.address })
  const user = await verifyCredentials(email, password)
  if (user) {
    await forgiveAttempt(attempt)
    return user
  }
  await recordActivity({
    actor: { id: null, email: email.trim() },
    action: attempt.beginsPause ? 'sign_in_throttled' : 'sign_in_failed',
    details: { method: 'password', ...origin },
  })
  throw new DeskError('wrong_credentials')
}
