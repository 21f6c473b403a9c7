import type { Rules } from './rules.ts'

export type RateLimiter = {
  /** Null when the request may pass (and now counts), else the whole seconds to wait. */
  take(keyId: number, window: Rules['rateWindow']): number | null
  reset(): void
}

/**
 * Section 8: at most `limit` requests per key in any window that slides with the clock. A refused request does not
 * count, so a caller who waits `Retry-After` seconds always succeeds. A fixed window begins at a multiple of its length
 * on the clock.
 */
export function createRateLimiter(limit: number, windowMs: number, now: () => number): RateLimiter {
  const passedAt = new Map<number, number[]>()
  return {
    take(keyId, window) {
      const time = now()
      const age = window === 'fixed' ? time % windowMs : windowMs - 1
      const recent = (passedAt.get(keyId) ?? []).filter(passed => passed >= time - age)
      passedAt.set(keyId, recent)
      const oldest = recent[recent.length - limit]
      if (oldest === undefined) {
        recent.push(time)
        return null
      }
      const free = window === 'fixed' ? time - age + windowMs : oldest + windowMs
      return Math.max(1, Math.ceil((free - time) / 1000))
    },
    reset: () => passedAt.clear(),
  }
}
