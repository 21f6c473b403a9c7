import 'server-only'
import { recordActivity } from '#lib/activity/record-activity.ts'
import type { SignInInput } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { readCookies } from '#lib/http/cookies.ts'
import { verifyCredentials } from '#lib/session/accounts/accounts.ts'
import { countGuess, signInWays } from '#lib/session/password/throttle.ts'
import { type AccountRow, getAccountStore } from '#lib/store/account-store.ts'
import { findKnownDevice } from './known-device.ts'
import { getSignInOrigin } from './sign-in-origin.ts'

/**
 * Returns the account with this email and password. Throws `wrong_credentials`, whatever is wrong with them, and
 * `sign_in_throttled` after too many attempts. Logs one line per failure and one per pause, but none for attempts
 * inside a pause, so that clients cannot flood the log.
 */
export async function verifySignIn({ email, password }: SignInInput, request: Request): Promise<AccountRow> {
  const origin = getSignInOrigin(request)
  const account = await getAccountStore().findByEmail(email.trim())
  const device = findKnownDevice(readCookies(request), account)
  const { result: verified, spent } = await countGuess(
    signInWays({ email, address: origin.address, device }),
    () => verifyCredentials(email, password, { first: device !== null }),
  )
  if (verified) return verified
  await recordActivity({
    actor: { id: null, email: email.trim() },
    action: spent ? 'sign_in_throttled' : 'sign_in_failed',
    details: { method: 'password', ...origin },
  })
  throw new DeskError('wrong_credentials')
}
