const RETRY_MIN_MS = 100
/** Milliseconds between two attempts at most, while polling fails. */
export const RETRY_MAX_MS = 2_000

type PollerOptions = {
  /** Throws when it fails. */
  poll(): Promise<void>
  /** Milliseconds until the next poll is due, or null. `keepsProcess`: a caller waits for it. */
  next(): { ms: number | null; keepsProcess: boolean }
  /** Called after each failed poll; `isNew` for the first of several in a row. */
  onFailure(error: unknown, options: { isNew: boolean }): void
  onRecovery(failedMs: number): void
  clock(): number
}

/**
 * Polls one at a time: soon after a request, so that requests of the same moment share one poll; otherwise when the
 * next is due; and with backoff after a failure.
 */
export class Poller {
  readonly #options: PollerOptions
  #isPolling = false
  #isRequested = false
  #failures = 0
  #failingSince: number | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: PollerOptions) {
    this.#options = options
  }

  /** Milliseconds since polling began to fail; null when the last poll succeeded. */
  get failingMs(): number | null {
    return this.#failingSince === null ? null : this.#options.clock() - this.#failingSince
  }

  request(): void {
    this.#isRequested = true
    if (this.#isPolling) return
    this.#isPolling = true
    clearTimeout(this.#timer)
    queueMicrotask(() => void this.#pollUntilDone())
  }

  /** Sets the timer again, when the next poll may be due at another time. */
  reschedule(): void {
    if (this.#isPolling) return
    clearTimeout(this.#timer)
    const { ms, keepsProcess } = this.#options.next()
    const retryMs = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** this.#failures)
    const waitMs = this.#failingSince === null ? ms : retryMs
    if (waitMs === null) return
    this.#timer = setTimeout(() => this.request(), Math.max(1, waitMs))
    if (!keepsProcess) this.#timer.unref()
  }

  async #pollUntilDone(): Promise<void> {
    const began = this.#options.clock()
    try {
      while (this.#isRequested) {
        this.#isRequested = false
        await this.#options.poll()
      }
      if (this.failingMs !== null) this.#options.onRecovery(this.failingMs)
      this.#failures = 0
      this.#failingSince = null
    } catch (error) {
      this.#failures += 1
      const isNew = this.#failingSince === null
      this.#failingSince ??= began
      this.#options.onFailure(error, { isNew })
    }
    this.#isPolling = false
    this.reschedule()
  }
}
