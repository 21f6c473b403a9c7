import 'server-only'
import type { z } from 'zod'
import { paths } from '#lib/address/paths.ts'
import type { signOnInputSchema } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { callNextAuth } from './oidc-next-auth.ts'
import { logSignOnProblem, toSignOnError } from './oidc-problem.ts'
import { getOidcProvider, getOidcSettings } from './oidc-provider.ts'
import { createSignOn } from './oidc-sign-on.ts'

type SignOnBeginning = { url: string; cookies: string[] }

/**
 * Where this browser goes to sign on, and the cookies that it takes along. A provider that cannot be reached leads to
 * the sign-in page, which says so. Throws `not_found` without single sign-on, `foreign_origin` without the CSRF token.
 */
export async function beginSignOn(
  request: Request,
  { csrfToken, returnTo }: z.output<typeof signOnInputSchema>,
): Promise<SignOnBeginning> {
  const settings = getOidcSettings()
  if (!settings) throw new DeskError('not_found')
  try {
    const known = await getOidcProvider(settings)
    const { provider } = createSignOn(known, request)
    const body = { csrfToken, callbackUrl: returnTo }
    const { location, cookies } = await callNextAuth(request, provider, { action: 'signin', body })
    if (!location?.startsWith(known.document.authorization_endpoint)) throw new DeskError('foreign_origin')
    return { url: location, cookies }
  } catch (thrown) {
    if (thrown instanceof DeskError) throw thrown
    const problem = toSignOnError(thrown)
    logSignOnProblem(problem, request)
    return { url: paths.signIn(returnTo, problem.problem), cookies: [] }
  }
}
