/**
 * Where the calls of one key are counted: one window after the service has answered a call, its place is free again.
 * In the memory of this process; a desk of several processes would keep the same few numbers where all of them look.
 * Times are milliseconds of one monotonic clock.
 */
export type CallWindow = {
  /** Places that are free at this time. */
  free(at: number): number
  /** When the `place`-th caller from now may begin at the earliest; `at` itself when there is room. */
  freeAt(place: number, at: number): number
  /** When the next taken place becomes free, or null while none is known to. */
  nextFreeAt(at: number): number | null
  begin(): void
  /** `answered`: the service has certainly counted the call by now; otherwise the call was never made. */
  end(at: number, outcome: 'answered' | 'never made'): void
}

export function createCallWindow({ limit, windowMs }: { limit: number; windowMs: number }): CallWindow {
  /** Ascending times at which taken places become free. */
  const taken: number[] = []
  let inFlight = 0

  function forgetUntil(at: number): void {
    while (taken.length > 0 && (taken[0] ?? 0) <= at) taken.shift()
  }

  function free(at: number): number {
    forgetUntil(at)
    return limit - inFlight - taken.length
  }

  return {
    free,

    freeAt(place, at) {
      const missing = place - free(at)
      if (missing <= 0) return at
      // A call in flight frees its place one window after its answer; beyond the limit it takes further rounds.
      const rounds = Math.floor((missing - 1) / limit)
      return (taken[(missing - 1) % limit] ?? at + windowMs) + rounds * windowMs
    },

    nextFreeAt(at) {
      forgetUntil(at)
      return taken[0] ?? null
    },

    begin() {
      inFlight += 1
    },

    end(at, outcome) {
      inFlight -= 1
      if (outcome === 'answered') taken.push(at + windowMs)
    },
  }
}
