import 'server-only'
import type { NextAuthOptions } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { getEnv } from '#lib/env.ts'
import { verifyCredentials } from './accounts.ts'
import { cookieName, isSecure } from './cookies.ts'
import { getNextAuthSecret } from './secrets.ts'

declare module 'next-auth' {
  interface Session {
    user: { id: string; email?: string | null }
  }
}

/** One working day: people sign in once in the morning. */
const SESSION_MAX_AGE_S = 8 * 60 * 60

/**
 * next-auth keeps who is signed in: an account's id and nothing else. `jwt.maxAge` is set beside `session.maxAge`,
 * because next-auth otherwise makes the first token valid for 30 days.
 */
export function getAuthOptions(): NextAuthOptions {
  // next-auth reads its own address from the environment only.
  process.env.NEXTAUTH_URL = getEnv().appUrl
  return {
    secret: getNextAuthSecret(),
    session: { strategy: 'jwt', maxAge: SESSION_MAX_AGE_S },
    jwt: { maxAge: SESSION_MAX_AGE_S },
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
        credentials: { email: { type: 'email' }, password: { type: 'password' } },
        async authorize(credentials) {
          const { email, password } = credentials ?? {}
          if (!email || !password) return null
          return verifyCredentials(email, password)
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { sub: user.id } : { sub: token.sub }),
      session: ({ session, token }) => ({ user: { id: token.sub ?? '' }, expires: session.expires }),
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
