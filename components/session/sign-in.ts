import { z } from 'zod/mini'
import { paths } from '#lib/address/paths.ts'
import { type SignInInput, signOnResponse } from '#lib/contracts/session.ts'
import { deskCommand, deskRequest } from '#lib/desk-api/desk-request.ts'

/** Signs in without leaving the page, so that typed values survive a failure. Throws DeskError. */
export async function signIn(input: SignInInput): Promise<void> {
  const body = { ...input, csrfToken: await readCsrfToken() }
  await deskCommand(paths.api.signIn(), { method: 'POST', body })
}

/**
 * Opens the company's sign-on page, or the sign-in page with a problem. A script does it instead of a form, so that
 * the content security policy can restrict forms to the desk. Throws DeskError while the desk cannot be reached.
 */
export async function startSingleSignOn(returnTo: string): Promise<void> {
  const body = { csrfToken: await readCsrfToken(), returnTo }
  const { url } = await deskRequest(paths.api.singleSignOn(), signOnResponse, { method: 'POST', body })
  window.location.assign(url)
}

const csrfResponse = z.object({ csrfToken: z.string() })

async function readCsrfToken(): Promise<string> {
  return (await deskRequest(paths.api.csrf(), csrfResponse)).csrfToken
}
