import { deskRequest } from '#lib/http/desk-request.ts'
import { paths } from '#lib/paths.ts'
import { signedOutAnswer } from '#lib/session/contract.ts'
import { forgetSessionValues } from './session-value.ts'

/**
 * Ends the session at the server, leaves nothing of it in this tab, and goes where one signs in again: to the sign-on
 * provider's own end when the session came from there.
 */
export async function leaveDesk(): Promise<void> {
  const url = await signOut().catch(() => null)
  forgetSessionValues()
  window.location.assign(url ?? paths.signIn())
}

/** Resolves to where the provider wants to be told, or null. */
async function signOut(): Promise<string | null> {
  return (await deskRequest(paths.api.session(), signedOutAnswer, { method: 'DELETE' })).data.endSessionUrl
}
