type ReserveOptions = {
  /** The limit of calls in a window. */
  limit: number
  /** Places that are kept free right after a person's call. */
  reserve: number
  /** Milliseconds after which the whole reserve is free again. */
  activeMs: number
}

/**
 * Places that batches leave free for active people. The reserve melts after the last call of a person, so that an
 * export loses little by a click. Times are milliseconds of the ledger's clock. See
 * docs/decisions/011-rate-limit-budget.md.
 */
export class Reserve {
  readonly #options: ReserveOptions
  /** The end of each person's reserve. */
  readonly #activeUntil: Map<string, number>

  constructor(options: ReserveOptions, activeUntil: Iterable<[string, number]> = []) {
    this.#options = options
    this.#activeUntil = new Map(activeUntil)
  }

  /** Lists people with a reserve, and its end. */
  activeUntil(at: number): Record<string, number> {
    return Object.fromEntries([...this.#activeUntil].filter(([, until]) => until > at))
  }

  /** `last`: the person now waits for a batch, and drops their reserve. Other people keep theirs. */
  noteCall(person: string, at: number, { last }: { last: boolean }): void {
    if (last) this.#activeUntil.delete(person)
    else this.#activeUntil.set(person, at + this.#options.activeMs)
  }

  /** The number of places that are kept free. */
  at(at: number): number {
    return Math.min(this.#kept(at), this.#options.limit - 1)
  }

  /** The moment at which the reserve shrinks by one; 0 when there is none. */
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

  /** The latest end of all reserves; `at` when there is none. */
  #lastActiveUntil(at: number): number {
    for (const [person, until] of this.#activeUntil) if (until <= at) this.#activeUntil.delete(person)
    return Math.max(at, ...this.#activeUntil.values())
  }
}
