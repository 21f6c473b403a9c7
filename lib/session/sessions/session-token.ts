import 'server-only'
import { decode, encode } from 'next-auth/jwt'
import { z } from 'zod'
import { type CookieReader, cookieName, ownCookie } from '#lib/http/cookies.ts'
import { getNextAuthSecret, sha256 } from '#lib/session/secrets.ts'
import { getEnv } from '#lib/settings/env.ts'

/** Encrypted content of next-auth's cookie: an account and a session, nothing else. */
export const sessionTokenSchema = z.object({ sub: z.string().min(1), sid: z.string().min(1) })

type SessionToken = z.infer<typeof sessionTokenSchema>

/** Returns the token of these cookies, or null. Does not check whether the session is valid. */
export async function readSessionToken(cookies: CookieReader): Promise<SessionToken | null> {
  const cookie = cookies(cookieName('session'))
  if (!cookie) return null
  const name = sha256(cookie)
  const known = opened.get(name)
  if (known && Date.now() < known.endsAt) return known.token
  const payload = await decode({ token: cookie, secret: getNextAuthSecret() }).catch(() => null)
  const token = sessionTokenSchema.safeParse(payload).data ?? null
  if (token && typeof payload?.exp === 'number') remember(name, { token, endsAt: payload.exp * 1000 })
  return token
}

/**
 * Cache of decrypted cookies, until they expire. Decrypting takes longer than all checks of the session, which are made
 * each time. The keys are hashes, so that no cookie is stored here.
 */
const opened = new Map<string, { token: SessionToken; endsAt: number }>()
const OPENED_MAX = 1_000

function remember(name: string, known: { token: SessionToken; endsAt: number }): void {
  opened.set(name, known)
  const [oldest] = opened.keys()
  if (opened.size > OPENED_MAX && oldest !== undefined) opened.delete(oldest)
}

/** Returns a `Set-Cookie` like next-auth's, for sign-ins without its form. */
export async function toSessionCookie(token: SessionToken): Promise<string> {
  const maxAge = Math.ceil(getEnv().sessionMs / 1000)
  const value = await encode({ token, secret: getNextAuthSecret(), maxAge })
  return ownCookie(cookieName('session'), value, maxAge)
}
