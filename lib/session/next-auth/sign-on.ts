import 'server-only'
import type { CookiesOptions, NextAuthOptions } from 'next-auth'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import type { User } from '#lib/contracts/session.ts'
import { cookieName, isSecure } from '#lib/http/cookies.ts'
import { getSignInOrigin } from '#lib/session/sign-in/sign-in-origin.ts'
import { getAuthOptions } from './auth-options.ts'
import { runNextAuth } from './run-next-auth.ts'

/** Long enough to find a second factor; whoever takes longer starts again. */
const MAX_AGE_S = 10 * 60

type Call = {
  action: 'signin' | 'callback'
  query?: Record<string, string>
  body?: Record<string, string>
}

type NextAuthResponse = { location: string | null; cookies: string[] }

/**
 * One call of next-auth with single sign-on as its only provider. Beside its cookies nothing of a request reaches it
 * that is not given here: next-auth would hand every parameter of the address on to the provider.
 */
export async function callNextAuth(
  request: Request,
  provider: OAuthConfig<User>,
  { action, query, body }: Call,
): Promise<NextAuthResponse> {
  const segments = [action, provider.id]
  const url = new URL(`/api/auth/${segments.join('/')}?${new URLSearchParams(query)}`, request.url)
  const headers = { cookie: request.headers.get('cookie') ?? '' }
  const bare = new Request(url, { method: body ? 'POST' : 'GET', headers })
  const options = getOptions(request, provider)
  const answer = await runNextAuth(bare, { segments, options, ...(body && { body }) })
  return { location: answer.headers.get('location'), cookies: answer.headers.getSetCookie() }
}

function getOptions(request: Request, provider: OAuthConfig<User>): NextAuthOptions {
  const options = getAuthOptions({ origin: getSignInOrigin(request) })
  return { ...options, cookies: { ...options.cookies, ...getSignOnCookies() }, providers: [provider] }
}

/**
 * What a browser carries to the provider and back, sealed by next-auth: it ties the way back to the browser that set
 * out. `Lax`, because the way back begins on the provider's page. A sign-on that succeeds takes them away; one that
 * fails leaves them to the next one, so that no foreign link can end a sign-on under way.
 */
function getSignOnCookies(): Pick<CookiesOptions, 'state' | 'nonce' | 'pkceCodeVerifier'> {
  return {
    state: signOnCookie('sso-state'),
    nonce: signOnCookie('sso-nonce'),
    pkceCodeVerifier: signOnCookie('sso-verifier'),
  }
}

function signOnCookie(name: string) {
  return {
    name: cookieName(name),
    options: { httpOnly: true, sameSite: 'lax' as const, path: '/', secure: isSecure(), maxAge: MAX_AGE_S },
  }
}
