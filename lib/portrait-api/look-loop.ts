const RETRY_MIN_MS = 100
/** What cannot be reached is tried again at least so often. */
export const RETRY_MAX_MS = 2_000

type LookLoopOptions = {
  /** Throws when it could not be done. */
  look(): Promise<void>
  /** Milliseconds until it is to be done again unasked, or null; `keeps`: somebody waits for it, so the process may not end. */
  next(): { ms: number | null; keeps: boolean }
  /** It could not be done, for the first time; or again, so long after `since`. */
  lost(error: unknown, options: { isNew: boolean }): void
  found(lostMs: number): void
  clock(): number
}

/**
 * Looks, one look at a time: soon when asked to, so that what happens in one moment goes together; otherwise when it is due;
 * and after a failure again, later each time.
 */
export class LookLoop {
  readonly #options: LookLoopOptions
  #isLooking = false
  #mustLook = false
  #failures = 0
  #lostAt: number | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: LookLoopOptions) {
    this.#options = options
  }

  /** For how long it could not be done by now; null when the last look went well. */
  get lostMs(): number | null {
    return this.#lostAt === null ? null : this.#options.clock() - this.#lostAt
  }

  look(): void {
    this.#mustLook = true
    if (this.#isLooking) return
    this.#isLooking = true
    clearTimeout(this.#timer)
    queueMicrotask(() => void this.#lookOn())
  }

  /** What is due may have changed. */
  wakeLater(): void {
    if (this.#isLooking) return
    clearTimeout(this.#timer)
    const { ms, keeps } = this.#options.next()
    const retryMs = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** this.#failures)
    const waitMs = this.#lostAt === null ? ms : retryMs
    if (waitMs === null) return
    this.#timer = setTimeout(() => this.look(), Math.max(1, waitMs))
    if (!keeps) this.#timer.unref()
  }

  async #lookOn(): Promise<void> {
    const began = this.#options.clock()
    try {
      while (this.#mustLook) {
        this.#mustLook = false
        await this.#options.look()
      }
      if (this.lostMs !== null) this.#options.found(this.lostMs)
      this.#failures = 0
      this.#lostAt = null
    } catch (error) {
      this.#failures += 1
      const isNew = this.#lostAt === null
      this.#lostAt ??= began
      this.#options.lost(error, { isNew })
    }
    this.#isLooking = false
    this.wakeLater()
  }
}
