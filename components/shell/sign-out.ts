import { forgetStored } from '#components/page/stored.ts'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import { signedOutResponse } from '#lib/contracts/session.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { type ErrorCode, toDeskError } from '#lib/errors.ts'

/** Errors after which the session has ended anyway. */
const ENDED = new Set<ErrorCode>(['signed_out', 'not_recorded'])

/**
 * Ends the session at the server and deletes its data in this tab. Then opens the sign-in page, or the sign-on
 * provider's logout if the session came from there. If the desk cannot be reached, the user stays signed in, and
 * `onFailed` reports it.
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

/** Resolves to the provider's logout address, or null. */
async function signOut(): Promise<string | null> {
  try {
    return (await deskRequest(paths.api.session(), signedOutResponse, { method: 'DELETE' })).data
      .endSessionUrl
  } catch (thrown) {
    if (ENDED.has(toDeskError(thrown).code)) return null
    throw thrown
  }
}
