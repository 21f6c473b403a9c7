import 'server-only'
import { paths } from '#lib/address/paths.ts'
import { DeskError } from '#lib/errors.ts'
import { cookieName, readCookies } from '#lib/http/cookies.ts'
import { getEnv } from '#lib/settings/env.ts'
import { endPreviousSession } from './end-previous-session.ts'
import { SignOnError } from './oidc-error.ts'
import { callNextAuth } from './oidc-next-auth.ts'
import { logSignOnProblem, toSignOnError } from './oidc-problem.ts'
import { getOidcProvider, getOidcSettings } from './oidc-provider.ts'
import { createSignOn } from './oidc-sign-on.ts'
import { toOwnAddress } from './safe-redirect.ts'

/** What a provider may bring back; anything else in the address is not looked at. */
const RETURNED = ['code', 'state', 'iss'] as const

type SignOnEnd = { url: string; cookies: string[] }

/**
 * The way back from the provider: to where the person wanted to go, with a session, or to the sign-in page with one of
 * three problems. Throws `not_found` without single sign-on.
 */
export async function finishSignOn(request: Request): Promise<SignOnEnd> {
  const settings = getOidcSettings()
  if (!settings) throw new DeskError('not_found')
  try {
    const query = readReturned(request)
    const signOn = createSignOn(await getOidcProvider(settings), request)
    return await endPreviousSession(request, async () => {
      const { location, cookies } = await callNextAuth(request, signOn.provider, {
        action: 'callback',
        query,
      })
      // next-auth sends whoever it turned away to a page of its own, which the desk does not have.
      if (!location || location.startsWith(`${getEnv().appUrl}/api/auth/`)) throw signOn.getProblem()
      return { url: location, cookies }
    })
  } catch (thrown) {
    const problem = toSignOnError(thrown)
    logSignOnProblem(problem, request)
    return { url: paths.signIn(getReturnTo(request), problem.problem), cookies: [] }
  }
}

/** RFC 6749 section 3.1: no parameter may be there twice, because two readers might choose differently. */
function readReturned(request: Request): Record<string, string> {
  const { searchParams } = new URL(request.url)
  if (searchParams.has('error')) throw new SignOnError('sso_refused', 'said_no')
  const returned: Record<string, string> = {}
  for (const name of RETURNED) {
    const [value, another] = searchParams.getAll(name)
    if (another !== undefined) throw new SignOnError('sso_refused', 'given_twice')
    if (value !== undefined) returned[name] = value
  }
  return returned
}

/** next-auth keeps in a cookie where the person wanted to go. */
function getReturnTo(request: Request): string | undefined {
  const wanted = readCookies(request)(cookieName('callback'))
  if (!wanted) return undefined
  const { appUrl } = getEnv()
  return toOwnAddress(wanted, appUrl).slice(appUrl.length) || undefined
}
