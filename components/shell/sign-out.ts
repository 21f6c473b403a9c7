import { forgetStored } from '#components/page/stored.ts'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import { signedOutResponse } from '#lib/contracts/session.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { type ErrorCode, toDeskError } from '#lib/errors.ts'

/** With these the session has ended all the same. */
const ENDED = new Set<ErrorCode>(['signed_out', 'not_recorded'])

/**
 * Ends the session at the server, leaves nothing of it in this tab, and goes where one signs in again: to the sign-on
 * provider's own end when the session came from there. While the desk cannot be reached nobody is signed out, and
 * `onFailed` says so.
 */
export async function leaveDesk(onFailed: (code: ErrorCode) => void): Promise<void> {
  try {
    const url = await signOut()
    forgetStored()
    window.location.assign(url ?? toAddress(paths.signIn()))
  } catch (thrown) {
    onFailed(toDeskError(thrown).code)
  }
}

/** Resolves to where the provider wants to be told, or null. */
async function signOut(): Promise<string | null> {
  try {
    return (await deskRequest(paths.api.session(), signedOutResponse, { method: 'DELETE' })).data
      .endSessionUrl
  } catch (thrown) {
    if (ENDED.has(toDeskError(thrown).code)) return null
    throw thrown
  }
}
