import 'server-only'
import type { NextAuthOptions } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import type { User } from '#lib/contracts/session.ts'
import { cookieName, isSecure } from '#lib/http/cookies.ts'
import { getEnv } from '#lib/settings/env.ts'
import { beginSession, type SignInOrigin } from './begin-session.ts'
import { sessionTokenSchema } from './read-session.ts'
import { findSession } from './registry.ts'
import { toOwnAddress } from './safe-redirect.ts'
import { getNextAuthSecret } from './secrets.ts'

declare module 'next-auth' {
  interface Session {
    user: { id: string; email?: string | null }
  }
}

type AuthRequest = {
  /** Whose password has just been verified, by `verifySignIn`; next-auth itself never sees a password. */
  verified?: User | undefined
  /** Where a sign-in comes from, for the session and the log. */
  origin?: SignInOrigin
}

/**
 * next-auth carries a sign-in from request to request; its cookie names an account and a session, nothing else.
 * Whether the session lasts is up to the registry. `jwt.maxAge` is set beside `session.maxAge`, because next-auth
 * otherwise makes the first token valid for 30 days.
 */
export function getAuthOptions({ verified, origin }: AuthRequest = {}): NextAuthOptions {
  const { appUrl, sessionMs } = getEnv()
  // next-auth reads its own address from the environment only.
  process.env.NEXTAUTH_URL = appUrl
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
    providers: [Credentials({ id: 'credentials', credentials: {}, authorize: async () => verified ?? null })],
    callbacks: {
      async jwt({ token, user, account }) {
        if (user) {
          const method = account?.type === 'credentials' ? 'password' : 'oidc'
          return { sub: user.id, sid: await beginSession(user.id, { method, ...origin }) }
        }
        const { sub, sid } = sessionTokenSchema.parse(token)
        if ((await findSession(sid))?.account_id !== sub) throw new Error('This session has ended.')
        return { sub, sid }
      },
      session: ({ session, token }) => ({ user: { id: token.sub ?? '' }, expires: session.expires }),
      redirect: ({ url, baseUrl }) => toOwnAddress(url, baseUrl),
    },
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  }
}

function sessionCookie(name: string) {
  return {
    name: cookieName(name),
    options: { httpOnly: true, sameSite: 'lax' as const, path: '/', secure: isSecure() },
  }
}
