import 'server-only'
import type { User } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import type { CookieReader } from '#lib/http/cookies.ts'
import { noteAccount } from '#lib/request-context.ts'
import { findUser } from '#lib/session/accounts/accounts.ts'
import { findSession, touchSession } from './registry.ts'
import { readSessionToken } from './session-token.ts'

/** The user and their session. `sid` stays on the server. */
export type Session = { user: User; sid: string }

type ReadSessionOptions = {
  /** Whether this request counts as activity. A poll of an open page does not. */
  touch?: boolean
}

/**
 * Returns the session of these cookies, or null. The cookie only names it: its validity and the account's rights are
 * read each time. Throws `unavailable` when they cannot be read, because then no request is let in.
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
