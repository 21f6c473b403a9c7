import 'server-only'
import type { CookiesOptions } from 'next-auth'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import { z } from 'zod'
import type { User } from '#lib/contracts/session.ts'
import { cookieName, cookiePath, isSecure, readCookies } from '#lib/http/cookies.ts'
import { getSignInOrigin } from '#lib/session/sign-in/sign-in-origin.ts'
import { getEnv } from '#lib/settings/env.ts'
import { getAuthOptions, toOwnAddress } from './options.ts'
import { runNextAuth } from './run-next-auth.ts'

/** Long enough to use a second factor; a slower user starts again. */
const MAX_AGE_S = 10 * 60

/** The provider at which users sign on, and how the desk redeems what their browser brings back. */
export type SignOnProvider = Pick<
  OAuthConfig<User>,
  'name' | 'issuer' | 'clientId' | 'clientSecret' | 'authorization'
> & { redeem(back: SignOnReturn): Promise<User> }

/**
 * Parameters that the browser brought back, and the checks that this desk gave it, from the browser's sealed cookies.
 */
const returnSchema = z.object({
  params: z.object({
    code: z.string().optional(),
    state: z.string().optional(),
    iss: z.string().optional(),
  }),
  checks: z.object({ state: z.string(), nonce: z.string(), code_verifier: z.string() }),
  redirectUri: z.string(),
})

export type SignOnReturn = z.output<typeof returnSchema>

type NextAuthResponse = { location: string | null; cookies: string[] }

/**
 * Returns the address at which a browser signs on, and the cookies for it. Without a CSRF token it is another address.
 */
export function leaveToSignOn(
  request: Request,
  provider: SignOnProvider,
  body: { csrfToken: string; callbackUrl: string },
): Promise<NextAuthResponse> {
  return callNextAuth(request, toOAuthConfig(provider), { action: 'signin', body })
}

/**
 * Handles the return: to the page that the user wanted, with the cookie of a session. Null for a browser that did not
 * begin this sign-on: next-auth then ignores its code. Throws what `redeem` throws, which next-auth itself would hide.
 */
export async function returnFromSignOn(
  request: Request,
  provider: SignOnProvider,
  query: Record<string, string>,
): Promise<{ url: string; cookies: string[] } | null> {
  let redeemed: Promise<User> | undefined
  const config = toOAuthConfig(provider, user => {
    redeemed = user
  })
  const { location, cookies } = await callNextAuth(request, config, { action: 'callback', query })
  // next-auth redirects refused sign-ons to a page of its own, which the desk does not have.
  if (location && !location.startsWith(`${getEnv().appUrl}/api/auth/`)) return { url: location, cookies }
  if (!redeemed) return null
  await redeemed
  throw new Error('next-auth has begun no session.')
}

/** Returns the page that the user wanted, which next-auth keeps in a cookie. */
export function getReturnTo(request: Request): string | undefined {
  const wanted = readCookies(request)(cookieName('callback'))
  if (!wanted) return undefined
  const { appUrl } = getEnv()
  return toOwnAddress(wanted, appUrl).slice(appUrl.length) || undefined
}

/**
 * Calls next-auth once, with single sign-on as its only provider. Besides its cookies it gets only what is passed here:
 * next-auth would pass every parameter of the address on to the provider.
 */
async function callNextAuth(
  request: Request,
  provider: OAuthConfig<User>,
  call: { action: 'signin' | 'callback'; query?: Record<string, string>; body?: Record<string, string> },
): Promise<NextAuthResponse> {
  const { action, query, body } = call
  const segments = [action, provider.id]
  const url = new URL(`/api/auth/${segments.join('/')}?${new URLSearchParams(query)}`, request.url)
  const headers = { cookie: request.headers.get('cookie') ?? '' }
  const bare = new Request(url, { method: body ? 'POST' : 'GET', headers })
  const options = getAuthOptions({ origin: getSignInOrigin(request) })
  const answer = await runNextAuth(bare, {
    segments,
    options: { ...options, cookies: { ...options.cookies, ...getSignOnCookies() }, providers: [provider] },
    ...(body && { body }),
  })
  return { location: answer.headers.get('location'), cookies: answer.headers.getSetCookie() }
}

/** next-auth gets the user, and nothing that the provider returned: it never holds a token. */
function toOAuthConfig(
  { redeem, ...provider }: SignOnProvider,
  onRedeem: (redeemed: Promise<User>) => void = () => {},
): OAuthConfig<User> {
  let user: User | undefined
  return {
    ...provider,
    id: 'oidc',
    type: 'oauth',
    checks: ['pkce', 'state', 'nonce'],
    token: {
      async request({ params, checks, provider: { callbackUrl: redirectUri } }) {
        const redeemed = returnSchema.parseAsync({ params, checks, redirectUri }).then(redeem)
        onRedeem(redeemed)
        user = await redeemed
        return { tokens: {} }
      },
    },
    userinfo: { request: () => ({}) },
    profile() {
      if (!user) throw new Error('Nobody has signed on.')
      return user
    },
  }
}

/**
 * Cookies that a browser carries to the provider and back, sealed by next-auth. They tie the return to the browser that
 * began the sign-on. `Lax`, because the return begins on the provider's page. A successful sign-on deletes them; a
 * failed one leaves them for the next try, so that no foreign link can end a sign-on in progress.
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
    options: {
      httpOnly: true,
      sameSite: 'lax' as const,
      path: cookiePath(),
      secure: isSecure(),
      maxAge: MAX_AGE_S,
    },
  }
}
