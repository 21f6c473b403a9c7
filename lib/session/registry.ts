import 'server-only'
import { randomBytes } from 'node:crypto'
import type { SignInMethod } from '#lib/contracts/activity.ts'
import { isForWantOfRoom } from '#lib/process/disk-room.ts'
import { getEnv } from '#lib/settings/env.ts'
import { getSessionStore, type SessionRow } from '#lib/store/session-store.ts'
import { sha256 } from './sha-256.ts'

const SID_BYTES = 32
/** Seen a minute ago is seen: a write for each request would tell nobody more. */
const TOUCH_EVERY_MS = 60_000

/**
 * Begins a session and returns its `sid`, which only the signed cookie knows; the store keeps its hash. Each sign-in
 * begins one of its own, so nobody can be given a session that somebody else knows. Whoever is signed in at more places
 * than QUOTA_SESSIONS is signed out where nobody was seen for longest; these sessions are `ended`.
 * See docs/decisions/006-server-side-sessions.md.
 */
export async function startSession(
  accountId: string,
  { method, client }: { method: SignInMethod; client: string },
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
  return { sid, ended: await store.create(session, getEnv().quotas.sessions) }
}

/**
 * The session while it lasts: until it is ended, its absolute limit has passed, or nobody was seen for the idle limit.
 * The limits of today count: a shorter setting also shortens what began before. Throws when the store cannot be read.
 */
export async function findSession(sid: string): Promise<SessionRow | null> {
  const session = await getSessionStore().find(sha256(sid))
  return session && isAlive(session) ? session : null
}

/** Somebody is there. On a full disk that is not noted: they may read all the same, and their session idles out sooner. */
export async function touchSession({ id, last_seen_at }: SessionRow): Promise<void> {
  const now = Date.now()
  if (now - last_seen_at < TOUCH_EVERY_MS) return
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

function isAlive({ method, created_at, expires_at, last_seen_at }: SessionRow): boolean {
  const { sessionMs, sessionIdleMs, localSignIn } = getEnv()
  // Who came in with a password of the desk goes when the operator wants none of them any more.
  if (method !== 'oidc' && !localSignIn) return false
  const now = Date.now()
  return now < Math.min(expires_at, created_at + sessionMs) && now < last_seen_at + sessionIdleMs
}
