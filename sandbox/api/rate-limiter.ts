export type RateLimiter = {
  /** Null when the request may pass (and now counts), else the whole seconds to wait. */
  take(keyId: number): number | null
  reset(): void
}

/**
 * Section 8: at most `limit` requests per key in any window that slides with the clock. A refused request does not
 * count, so a caller who waits `Retry-After` seconds always gets through.
 */
export function createRateLimiter(limit: number, windowMs: number, now: () => number): RateLimiter {
  const passedAt = new Map<number, number[]>()
  return {
    take(keyId) {
      const time = now()
      const recent = (passedAt.get(keyId) ?? []).filter(passed => passed > time - windowMs)
      passedAt.set(keyId, recent)
      const oldest = recent[recent.length - limit]
      if (oldest === undefined) {
        recent.push(time)
        return null
      }
      return Math.max(1, Math.ceil((oldest + windowMs - time) / 1000))
    },
    reset: () => passedAt.clear(),
  }
}
