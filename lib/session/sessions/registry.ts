import 'server-only'
import { randomBytes } from 'node:crypto'
import type { SignInMethod } from '#lib/contracts/activity.ts'
import type { SessionLeft } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { isForWantOfRoom } from '#lib/process/disk-room.ts'
import { sha256 } from '#lib/session/secrets.ts'
import { getEnv } from '#lib/settings/env.ts'
import { getSessionStore, type SessionRow } from '#lib/store/session-store.ts'

const SID_BYTES = 32
/** Seen a minute ago is seen: a write for each request would tell nobody more. Of a short idle limit, a twentieth. */
const TOUCH_EVERY_MS = 60_000
const TOUCH_SHARE = 20

/**
 * Begins a session and returns its `sid`, which only the signed cookie knows; the store keeps its hash. Each sign-in
 * begins one of its own, so nobody can be given a session that somebody else knows. Whoever is signed in at more places
 * than QUOTA_SESSIONS is signed out where nobody was seen for longest; these sessions are `ended`. Throws `signed_out` when the
 * account is not active any more, or has another password than the one that was proved.
 * See docs/decisions/006-server-side-sessions.md.
 */
export async function startSession(
  accountId: string,
  {
    method,
    client,
    passwordHash,
  }: { method: SignInMethod; client: string; passwordHash?: string | null | undefined },
): Promise<{ sid: string; ended: SessionRow[] }> {
  const sid = randomBytes(SID_BYTES).toString('base64url')
  const now = Date.now()
  const store = getSessionStore()
  await store.prune(now, now - getEnv().sessionIdleMs)
  const session = {
    id: sha256(sid),
    account_id: accountId,
    method,
    client,
    created_at: now,
    last_seen_at: now,
    expires_at: now + getEnv().sessionMs,
  }
  const ended = await store.create(session, { max: getEnv().quotas.sessions, passwordHash })
  if (!ended) throw new DeskError('signed_out')
  return { sid, ended }
}

/**
 * The session while it lasts: until it is ended, its absolute limit has passed, or nobody was seen for the idle limit.
 * The limits of now count: a shorter setting also shortens what began before. Throws when the store cannot be read.
 */
export async function findSession(sid: string): Promise<SessionRow | null> {
  const session = await getSessionStore().find(sha256(sid))
  return session && isAlive(session) ? session : null
}

/** Notes that somebody is there. On a full disk it does not: they may read all the same, and idle out sooner. */
export async function touchSession({ id, last_seen_at }: SessionRow): Promise<void> {
  const now = Date.now()
  if (now - last_seen_at < Math.min(TOUCH_EVERY_MS, getEnv().sessionIdleMs / TOUCH_SHARE)) return
  await getSessionStore()
    .touch(id, now)
    .catch((error: unknown) => {
      if (!isForWantOfRoom(error)) throw error
    })
}

export async function endSession(sid: string): Promise<void> {
  await getSessionStore().end(sha256(sid))
}

/** The sessions of an account that last, newest first. */
export async function listSessions(accountId: string): Promise<SessionRow[]> {
  return (await getSessionStore().listOf(accountId)).filter(isAlive)
}

/** How long the session lasts if nobody does anything, and at most. */
export function timeLeft({ created_at, expires_at, last_seen_at }: SessionRow): SessionLeft {
  const { sessionMs, sessionIdleMs } = getEnv()
  const now = Date.now()
  return {
    idle_ms: last_seen_at + sessionIdleMs - now,
    ends_ms: Math.min(expires_at, created_at + sessionMs) - now,
    idle_limit_ms: sessionIdleMs,
  }
}

function isAlive(session: SessionRow): boolean {
  const { idle_ms, ends_ms } = timeLeft(session)
  return idle_ms > 0 && ends_ms > 0
}
