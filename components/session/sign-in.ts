import { z } from 'zod/mini'
import { paths } from '#lib/address/paths.ts'
import { type SignInInput, signOnResponse } from '#lib/contracts/session.ts'
import { deskCommand, deskRequest } from '#lib/desk-api/desk-request.ts'

/** Signs in without leaving the page, so that a problem keeps what was typed. Throws DeskError. */
export async function signIn(input: SignInInput): Promise<void> {
  const body = { ...input, csrfToken: await readCsrfToken() }
  await deskCommand(paths.api.signIn(), { method: 'POST', body })
}

/**
 * Leaves for the company's sign-on page, or for the sign-in page with a problem. The desk's own script does the
 * leaving, so that the page's policy can keep forms at home. Throws DeskError while the desk cannot be reached.
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
