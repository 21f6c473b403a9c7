import type { SessionLeft } from '#lib/contracts/session.ts'

/** Long enough to notice, to read and to come back from the next room; a fifth of a session that is short anyway. */
const WARN_MS = 5 * 60_000
const WARN_SHARE = 5
const PRESENT_MS = 60_000
const PRESENT_SHARE = 10

/** Returns how long before the end the user is asked whether they are still there (ms). */
export function warningOf({ idle_limit_ms: limit }: SessionLeft): number {
  return Math.min(WARN_MS, limit / WARN_SHARE)
}

/** Returns the minimum interval between two reports of user activity to the desk (ms). */
export function presenceOf(limit: number): number {
  return Math.min(PRESENT_MS, limit / PRESENT_SHARE)
}

/** Returns what ends the session first: inactivity, which the user can prevent, or the absolute limit. */
export function endOf({ idle_ms: idle, ends_ms: ends }: SessionLeft): { kind: 'idle' | 'limit'; ms: number } {
  return idle < ends ? { kind: 'idle', ms: idle } : { kind: 'limit', ms: ends }
}
