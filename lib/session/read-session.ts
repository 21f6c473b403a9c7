import 'server-only'
import { decode } from 'next-auth/jwt'
import { z } from 'zod'
import type { User } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { type CookieReader, cookieName } from '#lib/http/cookies.ts'
import { findUser } from './accounts.ts'
import { findSession, touchSession } from './registry.ts'
import { getNextAuthSecret } from './secrets.ts'

/** Who is signed in, and by which session. `sid` stays on the server. */
export type Session = { user: User; sid: string }

export const sessionTokenSchema = z.object({ sub: z.string().min(1), sid: z.string().min(1) })

export type ReadSessionOptions = {
  /** Whether this request shows that somebody is there. A poll of an open page does not. */
  touch?: boolean
}

/**
 * The session of these cookies, or null. The cookie only names it: whether it lasts, and what the account may do, is
 * read afresh. Throws `unavailable` when that cannot be read, because then nobody is let in.
 */
export async function readSession(
  cookies: CookieReader,
  { touch = false }: ReadSessionOptions = {},
): Promise<Session | null> {
  const token = await readToken(cookies)
  if (!token) return null
  try {
    const session = await findSession(token.sid)
    if (!session || session.account_id !== token.sub) return null
    const user = await findUser(session.account_id)
    if (!user) return null
    if (touch) await touchSession(session)
    return { user, sid: token.sid }
  } catch (cause) {
    throw new DeskError('unavailable', { cause })
  }
}

/** next-auth's cookie, decrypted. Says nothing about whether the session lasts. */
async function readToken(cookies: CookieReader): Promise<z.infer<typeof sessionTokenSchema> | null> {
  const cookie = cookies(cookieName('session'))
  if (!cookie) return null
  const token = await decode({ token: cookie, secret: getNextAuthSecret() }).catch(() => null)
  return sessionTokenSchema.safeParse(token).data ?? null
}
