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
/**
 * Minimum time between two updates of a session's last use: a write per request would add nothing. With a short idle
 * limit it is a twentieth of the limit.
 */
const TOUCH_EVERY_MS = 60_000
const TOUCH_SHARE = 20

/**
 * Begins a session and returns its `sid`, which only the signed cookie contains; the store keeps its hash. Each sign-in
 * begins a new session, so that an attacker cannot plant a known `sid`. Beyond QUOTA_SESSIONS the account's least
 * recently used sessions end; they are returned as `ended`. Throws `signed_out` when the account is no longer active,
 * or has a different password from the one that was verified. See docs/decisions/006-server-side-sessions.md.
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
 * Returns the session while it is valid: until it is ended, its absolute limit passes, or it was idle for the idle
 * limit. The current limits count: a shorter setting also shortens existing sessions. Throws when the store cannot be
 * read.
 */
export async function findSession(sid: string): Promise<SessionRow | null> {
  const session = await getSessionStore().find(sha256(sid))
  return session && isAlive(session) ? session : null
}

/**
 * Records activity of a session. On a full disk it cannot: users can still read, but their session becomes idle sooner.
 */
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

/** Returns the valid sessions of an account, newest first. */
export async function listSessions(accountId: string): Promise<SessionRow[]> {
  return (await getSessionStore().listOf(accountId)).filter(isAlive)
}

/** Returns how long the session lasts without activity, and at most. */
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
