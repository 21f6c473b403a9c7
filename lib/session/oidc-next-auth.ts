import 'server-only'
import type { NextAuthOptions } from 'next-auth'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import type { User } from '#lib/contracts/session.ts'
import { runNextAuth } from '#lib/http/run-next-auth.ts'
import { getAuthOptions } from './auth-options.ts'
import { getSignOnCookies } from './oidc-cookies.ts'
import { getSignInOrigin } from './sign-in-origin.ts'

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
