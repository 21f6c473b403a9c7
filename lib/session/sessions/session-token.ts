import 'server-only'
import { decode, encode } from 'next-auth/jwt'
import { z } from 'zod'
import { type CookieReader, cookieName, ownCookie } from '#lib/http/cookies.ts'
import { getNextAuthSecret } from '#lib/session/secrets.ts'
import { getEnv } from '#lib/settings/env.ts'

/** What next-auth's cookie holds, encrypted: an account and a session, nothing else. */
export const sessionTokenSchema = z.object({ sub: z.string().min(1), sid: z.string().min(1) })

type SessionToken = z.infer<typeof sessionTokenSchema>

/** The token of these cookies, or null. Says nothing about whether the session lasts. */
export async function readSessionToken(cookies: CookieReader): Promise<SessionToken | null> {
  const cookie = cookies(cookieName('session'))
  if (!cookie) return null
  const token = await decode({ token: cookie, secret: getNextAuthSecret() }).catch(() => null)
  return sessionTokenSchema.safeParse(token).data ?? null
}

/** A `Set-Cookie` like next-auth's, for who signs in without its form. */
export async function toSessionCookie(token: SessionToken): Promise<string> {
  const maxAge = Math.ceil(getEnv().sessionMs / 1000)
  const value = await encode({ token, secret: getNextAuthSecret(), maxAge })
  return ownCookie(cookieName('session'), value, maxAge)
}
