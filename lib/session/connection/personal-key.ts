import 'server-only'
import { getIronSession, type SessionOptions } from 'iron-session'
import { z } from 'zod'
import { type CookieReader, cookieName, cookiePath, isSecure, readCookies } from '#lib/http/cookies.ts'
import { getSealPasswords, sha256 } from '#lib/session/secrets.ts'
import type { Session } from '#lib/session/sessions/read-session.ts'
import { getEnv } from '#lib/settings/env.ts'
import { openSeal } from './seals.ts'

/**
 * Content of the sealed cookie. It works for one session of one user; in any other session it counts as absent. Its age
 * is inside too, because a client can change the age of the cookie itself. A shorter limit then also applies to what
 * was sealed before. See docs/decisions/009-where-the-api-key-lives.md.
 */
const sealSchema = z.object({
  userId: z.string().min(1),
  sessionId: z.string().min(1),
  key: z.string().min(1),
  sealedAt: z.number(),
})

/** Adds the key's cookie to the answer, for this session only. */
export async function savePersonalKey(
  { request, response }: { request: Request; response: Response },
  { user, sid }: Session,
  key: string,
): Promise<void> {
  const cookie = await getIronSession<z.infer<typeof sealSchema>>(request, response, sealOptions())
  cookie.userId = user.id
  cookie.sessionId = sha256(sid)
  cookie.key = key
  cookie.sealedAt = Date.now()
  await cookie.save()
}

/** Deletes the cookie if there is one. */
export async function removePersonalKey(request: Request, response: Response): Promise<void> {
  if (readCookies(request)(cookieName('connection')) === undefined) return
  const cookie = await getIronSession(request, response, sealOptions())
  cookie.destroy()
}

/** Returns the key of this session, null without one, or `unreadable`. */
export async function readPersonalKey({ user, sid }: Session, cookies: CookieReader): Promise<PersonalKey> {
  const cookie = cookies(cookieName('connection'))
  if (!cookie) return null
  const seal = await openSeal(cookie, sealSchema, { purpose: 'person', ttl: getTtl() })
  if (seal === null || seal === 'unreadable') return seal
  const { userId, sessionId, key, sealedAt } = seal
  return userId === user.id && sessionId === sha256(sid) && Date.now() < sealedAt + getEnv().sessionMs
    ? { key }
    : null
}

type PersonalKey = { key: string } | 'unreadable' | null

function sealOptions(): SessionOptions {
  return {
    cookieName: cookieName('connection'),
    password: getSealPasswords('person').current,
    ttl: getTtl(),
    cookieOptions: { httpOnly: true, sameSite: 'strict', secure: isSecure(), path: cookiePath() },
  }
}

/** Returns seconds, never 0: iron-session takes 0 for "no limit". */
function getTtl(): number {
  return Math.max(1, Math.ceil(getEnv().sessionMs / 1000))
}
