type ReserveOptions = {
  /** The limit of calls in a window. */
  limit: number
  /** Calls that are kept free right after a person's call. */
  reserve: number
  /** They have melted away this long after it, in milliseconds. */
  activeMs: number
}

/**
 * Places that batches leave free for people who are at work: all of them right after somebody's call, then fewer and fewer,
 * so that an export loses little by a click. Times are milliseconds of one monotonic clock.
 * See docs/decisions/011-rate-limit-budget.md.
 */
export class Reserve {
  readonly #options: ReserveOptions
  /** Until when who has called lately keeps places. */
  readonly #activeUntil: Map<string, number>

  constructor(options: ReserveOptions, activeUntil: Iterable<[string, number]> = []) {
    this.#options = options
    this.#activeUntil = new Map(activeUntil)
  }

  /** Who keeps places, and until when. */
  activeUntil(at: number): Record<string, number> {
    return Object.fromEntries([...this.#activeUntil].filter(([, until]) => until > at))
  }

  /** `last`: the person waits for their batch now, and keeps nothing from it; others do as before. */
  noteCall(person: string, at: number, { last }: { last: boolean }): void {
    if (last) this.#activeUntil.delete(person)
    else this.#activeUntil.set(person, at + this.#options.activeMs)
  }

  /** How many places are kept free. */
  at(at: number): number {
    return Math.min(this.#kept(at), this.#options.limit - 1)
  }

  /** When they become one fewer; 0 when none are kept. */
  meltsAt(at: number): number {
    const { activeMs, reserve } = this.#options
    const kept = this.#kept(at)
    return kept > 0 ? this.#lastActiveUntil(at) - ((kept - 1) * activeMs) / reserve : 0
  }

  #kept(at: number): number {
    const { activeMs, reserve } = this.#options
    const leftMs = this.#lastActiveUntil(at) - at
    return leftMs > 0 ? Math.ceil((reserve * leftMs) / activeMs) : 0
  }

  /** Of everybody who has called lately; this moment when nobody has. */
  #lastActiveUntil(at: number): number {
    for (const [person, until] of this.#activeUntil) if (until <= at) this.#activeUntil.delete(person)
    return Math.max(at, ...this.#activeUntil.values())
  }
}
