import 'server-only'
import type { z } from 'zod'
import { paths } from '#lib/address/paths.ts'
import type { signOnInputSchema } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { cookieName, readCookies } from '#lib/http/cookies.ts'
import { log } from '#lib/log.ts'
import { toOwnAddress } from '#lib/session/next-auth/auth-options.ts'
import { callNextAuth } from '#lib/session/next-auth/oidc-next-auth.ts'
import { endPreviousSession } from '#lib/session/sign-in/begin-session.ts'
import { getEnv } from '#lib/settings/env.ts'
import { getOidcProvider, getOidcSettings } from './provider.ts'
import { createSignOn } from './sign-on.ts'
import { logSignOnProblem, SignOnError, toSignOnError } from './sign-on-error.ts'

type SignOnBeginning = { url: string; cookies: string[] }

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

/**
 * Where a person who signed on there may sign out of the provider too (OpenID Connect RP-Initiated Logout 1.0), or null
 * when it offers none or does not answer within three seconds. The desk keeps no ID token to hint with, so the provider
 * asks the person once.
 */
export async function getEndSessionUrl(): Promise<string | null> {
  const settings = getOidcSettings()
  if (!settings) return null
  try {
    const { document } = await getOidcProvider(settings)
    if (!document.end_session_endpoint) return null
    const url = new URL(document.end_session_endpoint)
    url.searchParams.set('client_id', settings.clientId)
    url.searchParams.set('post_logout_redirect_uri', getEnv().appUrl + paths.signIn())
    return url.href
  } catch (thrown) {
    log('warn', 'sso_no_sign_out', { detail: toSignOnError(thrown).detail })
    return null
  }
}
