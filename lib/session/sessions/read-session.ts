import 'server-only'
import type { User } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import type { CookieReader } from '#lib/http/cookies.ts'
import { noteAccount } from '#lib/request-context.ts'
import { findUser } from '#lib/session/accounts/accounts.ts'
import { findSession, touchSession } from './registry.ts'
import { readSessionToken } from './session-token.ts'

/** Who is signed in, and by which session. `sid` stays on the server. */
export type Session = { user: User; sid: string }

type ReadSessionOptions = {
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
  const token = await readSessionToken(cookies)
  if (!token) return null
  try {
    const session = await findSession(token.sid)
    if (!session || session.account_id !== token.sub) return null
    const user = await findUser(session.account_id)
    if (!user) return null
    noteAccount(user.id)
    if (touch) await touchSession(session)
    return { user, sid: token.sid }
  } catch (cause) {
    if (cause instanceof DeskError && cause.code === 'database_unavailable') throw cause
    throw new DeskError('unavailable', { cause })
  }
}
