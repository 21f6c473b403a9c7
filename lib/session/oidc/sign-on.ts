import 'server-only'
import type { z } from 'zod'
import { paths } from '#lib/address/paths.ts'
import type { signOnInputSchema } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { log } from '#lib/log.ts'
import {
  getReturnTo,
  leaveToSignOn,
  returnFromSignOn,
  type SignOnProvider,
} from '#lib/session/next-auth/sign-on.ts'
import { endPreviousSession } from '#lib/session/sign-in/begin-session.ts'
import { getEnv } from '#lib/settings/env.ts'
import { admit } from './account.ts'
import { redeemReturn } from './exchange.ts'
import { toIdentity } from './identity.ts'
import { getOidcProvider, getOidcSettings, type OidcProvider } from './provider.ts'
import { logSignOnProblem, SignOnError, toSignOnError } from './sign-on-error.ts'

/** Parameters that a provider may return; all others in the address are ignored. */
const RETURNED = ['code', 'state', 'iss'] as const

/** The browser's next address, its `Set-Cookie` lines, and the account whose work must end. */
type SignOnStep = { url: string; cookies: string[]; shutOut?: string | undefined }

/**
 * Returns the address at which this browser signs on, and the cookies for it. When the provider cannot be reached, it
 * is the sign-in page, which says so. Throws `not_found` without single sign-on, `foreign_origin` without the CSRF
 * token.
 */
export async function beginSignOn(
  request: Request,
  { csrfToken, returnTo }: z.output<typeof signOnInputSchema>,
): Promise<SignOnStep> {
  const settings = getOidcSettings()
  if (!settings) throw new DeskError('not_found')
  try {
    const known = await getOidcProvider(settings)
    const body = { csrfToken, callbackUrl: returnTo }
    const { location, cookies } = await leaveToSignOn(request, toSignOnProvider(known, request), body)
    if (!location || !isSamePlace(location, known.document.authorization_endpoint))
      throw new DeskError('foreign_origin')
    return { url: location, cookies }
  } catch (thrown) {
    if (thrown instanceof DeskError) throw thrown
    return toSignInPage(thrown, request, returnTo)
  }
}

/**
 * Handles the return from the provider: leads to the page that the user wanted, with a session, or to the sign-in page
 * with one of three problems. Throws `not_found` without single sign-on.
 */
export async function finishSignOn(request: Request): Promise<SignOnStep> {
  const settings = getOidcSettings()
  if (!settings) throw new DeskError('not_found')
  try {
    const query = readReturned(request)
    const provider = toSignOnProvider(await getOidcProvider(settings), request)
    return await endPreviousSession(request, async () => {
      const returned = await returnFromSignOn(request, provider, query)
      if (!returned) throw new SignOnError('sso_refused', 'not_begun')
      return returned
    })
  } catch (thrown) {
    return toSignInPage(thrown, request, getReturnTo(request))
  }
}

/**
 * Returns the address at which a user who signed on may sign out of the provider too (OpenID Connect RP-Initiated
 * Logout 1.0). Null when the provider has none or does not answer within three seconds. The desk keeps no ID token to
 * send as a hint, so the provider asks the user once.
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

/**
 * next-auth handles the browser's half: the sealed cookies and the redirects. The provider's half, from the code to the
 * account, is our code. So no unbounded answer, no other algorithm and no unchecked claim reaches a session. See
 * docs/decisions/008-single-sign-on.md.
 */
function toSignOnProvider(known: OidcProvider, request: Request): SignOnProvider {
  const { settings, document } = known
  return {
    name: settings.name,
    issuer: document.issuer,
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    authorization: { url: document.authorization_endpoint, params: { scope: settings.scopes } },
    redeem: async back => admit(toIdentity(await redeemReturn(known, back), settings), request),
  }
}

/**
 * Compares origin and path only: next-auth rewrites the provider's address with parameters of its own, and one address
 * can be spelled in several ways.
 */
function isSamePlace(location: string, endpoint: string): boolean {
  const [there, known] = [new URL(location, getEnv().appUrl), new URL(endpoint)]
  return there.origin === known.origin && there.pathname === known.pathname
}

/** Refuses repeated parameters (RFC 6749 section 3.1), because two readers might use different values. */
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

function toSignInPage(thrown: unknown, request: Request, returnTo: string | undefined): SignOnStep {
  const error = toSignOnError(thrown)
  logSignOnProblem(error, request)
  const url = getEnv().basePath + paths.signIn(returnTo, error.problem)
  return { url, cookies: [], shutOut: error.accountId }
}
