import { z } from 'zod/mini'
import { paths } from '#lib/address/paths.ts'
import { signOnResponse } from '#lib/contracts/session.ts'
import { deskRequest } from '#lib/http/desk-request.ts'

const csrfResponse = z.object({ csrfToken: z.string() })

/**
 * Leaves for the company's sign-on page, or for the sign-in page with a problem. The desk's own script does the
 * leaving, so that the page's policy can keep forms at home. Throws DeskError while the desk cannot be reached.
 */
export async function startSingleSignOn(returnTo: string): Promise<void> {
  const { csrfToken } = await deskRequest(paths.api.csrf(), csrfResponse)
  const { url } = await deskRequest(paths.api.singleSignOn(), signOnResponse, {
    method: 'POST',
    body: { csrfToken, returnTo },
  })
  window.location.assign(url)
}
