import 'server-only'
import type { CookiesOptions } from 'next-auth'
import { cookieName, isSecure } from '#lib/http/cookies.ts'

/** Long enough to find a second factor; whoever takes longer starts again. */
const MAX_AGE_S = 10 * 60

/**
 * What a browser carries to the provider and back, sealed by next-auth: it ties the way back to the browser that set
 * out. `Lax`, because the way back begins on the provider's page. A sign-on that succeeds takes them away; one that
 * fails leaves them to the next one, so that no foreign link can end a sign-on under way.
 */
export function getSignOnCookies(): Pick<CookiesOptions, 'state' | 'nonce' | 'pkceCodeVerifier'> {
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
