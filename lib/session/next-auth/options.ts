import 'server-only'
import type { NextAuthOptions } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { getLocalPath } from '#lib/address/local-path.ts'
import { cookieName, cookiePath, isSecure } from '#lib/http/cookies.ts'
import { toUser } from '#lib/session/accounts/accounts.ts'
import { getNextAuthSecret } from '#lib/session/secrets.ts'
import { findSession } from '#lib/session/sessions/registry.ts'
import { sessionTokenSchema } from '#lib/session/sessions/session-token.ts'
import { beginSession } from '#lib/session/sign-in/begin-session.ts'
import type { SignInOrigin } from '#lib/session/sign-in/sign-in-origin.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { AccountRow } from '#lib/store/account-store.ts'

declare module 'next-auth' {
  interface Session {
    user: { id: string; email?: string | null }
  }
}

type AuthRequest = {
  /** The account whose password `verifySignIn` has just verified; next-auth itself never sees a password. */
  verified?: AccountRow
  /** Origin of a sign-in, for the session and the log. */
  origin?: SignInOrigin
}

/**
 * next-auth carries a sign-in from request to request; its cookie contains an account and a session, nothing else. The
 * registry decides whether the session is valid. `jwt.maxAge` is set beside `session.maxAge`, because next-auth
 * otherwise makes the first token valid for 30 days.
 */
export function getAuthOptions({ verified, origin }: AuthRequest = {}): NextAuthOptions {
  const { appUrl, sessionMs } = getEnv()
  // next-auth reads its own address from the environment only.
  process.env.NEXTAUTH_URL = `${appUrl}/api/auth`
  const maxAge = Math.ceil(sessionMs / 1000)
  return {
    secret: getNextAuthSecret(),
    session: { strategy: 'jwt', maxAge },
    jwt: { maxAge },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    useSecureCookies: isSecure(),
    cookies: {
      sessionToken: sessionCookie('session'),
      csrfToken: sessionCookie('csrf'),
      callbackUrl: sessionCookie('callback'),
    },
    providers: [
      Credentials({
        id: 'credentials',
        credentials: {},
        authorize: async () => (verified ? toUser(verified) : null),
      }),
    ],
    callbacks: {
      async jwt({ token, user, account }) {
        if (user) {
          const method = account?.type === 'credentials' ? 'password' : 'oidc'
          const passwordHash = verified?.password_hash
          return { sub: user.id, sid: await beginSession(user.id, { method, passwordHash, ...origin }) }
        }
        const { sub, sid } = sessionTokenSchema.parse(token)
        if ((await findSession(sid))?.account_id !== sub) throw new Error('This session has ended.')
        return { sub, sid }
      },
      session: ({ session, token }) => ({ user: { id: token.sub ?? '' }, expires: session.expires }),
      redirect: ({ url }) => toOwnAddress(url, appUrl),
    },
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  }
}

function sessionCookie(name: string) {
  return {
    name: cookieName(name),
    options: { httpOnly: true, sameSite: 'lax' as const, path: cookiePath(), secure: isSecure() },
  }
}

/**
 * Returns where next-auth may redirect a browser: only to an address of this desk, never to one that a foreign link
 * adds. Everything else becomes the front page.
 */
export function toOwnAddress(target: string, appUrl: string): string {
  const path = getLocalPath(target.startsWith(`${appUrl}/`) ? target.slice(appUrl.length) : target)
  return path === null ? appUrl : appUrl + path
}
