import 'server-only'
import { recordActivity, recordChange } from '#lib/activity/record-activity.ts'
import type { SignedInSession } from '#lib/contracts/accounts.ts'
import type { SessionLeft } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { sha256 } from '#lib/session/secrets.ts'
import { getSessionStore, type SessionRow } from '#lib/store/session-store.ts'
import type { Session } from './read-session.ts'
import { endSession, findSession, listSessions, timeLeft } from './registry.ts'

/** Returns the sessions of this user, newest first. */
export async function listOwnSessions({ user, sid }: Session): Promise<SignedInSession[]> {
  const current = sha256(sid)
  return (await listSessions(user.id)).map(session => toSignedInSession(session, current))
}

/** Returns how long this user stays signed in. Throws `signed_out` when the session has ended. */
export async function getOwnTimeLeft({ sid }: Session): Promise<SessionLeft> {
  const session = await findSession(sid)
  if (!session) throw new DeskError('signed_out')
  return timeLeft(session)
}

/** Ends a session of this user. Throws `not_found` for a session of another user, as for one that has ended. */
export async function endOwnSession({ user }: Session, id: string): Promise<void> {
  const session = (await listSessions(user.id)).find(session => session.id === id)
  if (!session) throw new DeskError('not_found')
  const details = { client: session.client }
  await recordChange({ actor: user, action: 'session_ended', details }, async () => {
    if (!(await getSessionStore().end(id))) throw new DeskError('not_found')
  })
}

/** Signs this user out everywhere else. */
export async function endOtherSessions({ user, sid }: Session): Promise<void> {
  await recordChange({ actor: user, action: 'session_ended' }, () =>
    getSessionStore().endAllOf(user.id, sha256(sid)),
  )
}

/** Ends the session first: a sign-out counts even when it cannot be logged. Throws `not_recorded` then. */
export async function signOut({ user, sid }: Session): Promise<void> {
  await endSession(sid)
  try {
    await recordActivity({ actor: user, action: 'signed_out' })
  } catch (cause) {
    throw new DeskError('not_recorded', { cause })
  }
}

function toSignedInSession(
  { id, method, client, created_at, last_seen_at }: SessionRow,
  current: string,
): SignedInSession {
  return {
    id,
    method,
    client,
    created_at: new Date(created_at).toISOString(),
    last_seen_at: new Date(last_seen_at).toISOString(),
    current: id === current,
  }
}
