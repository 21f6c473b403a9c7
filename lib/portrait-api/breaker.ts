import { DeskError } from '#lib/errors.ts'

export type BreakerOptions = {
  /** Failures in a row after which the service counts as down. */
  failures: number
  /** How long it is left alone before one call may try, in milliseconds; doubles with each failed try. */
  restMs: number
  restMaxMs: number
}

export const BREAKER_OPTIONS: BreakerOptions = { failures: 5, restMs: 2_000, restMaxMs: 30_000 }

/** Codes that say the service is down, as opposed to an answer that somebody does not like. */
const DOWN = new Set(['service_unreachable', 'service_timeout'])

/**
 * Answers at once while the service is down, instead of letting everybody wait for the same timeout. After a rest a
 * single call tries; its success lets everybody in again.
 */
export class Breaker {
  readonly #options: BreakerOptions
  #failures = 0
  #restMs = 0
  #restUntil = 0
  #trying = false

  constructor(options: BreakerOptions = BREAKER_OPTIONS) {
    this.#options = options
  }

  /** Throws `service_unreachable` with the seconds to wait while the service is left alone. */
  enter(): void {
    if (this.#failures < this.#options.failures) return
    const restMs = this.#restUntil - performance.now()
    if (restMs <= 0 && !this.#trying) {
      this.#trying = true
      return
    }
    const seconds = Math.ceil(Math.max(restMs, this.#options.restMs / 2) / 1000)
    throw new DeskError('service_unreachable', { retryAfterSeconds: seconds })
  }

  /** What a call that was let in came to; an error that the caller caused (an abort) counts for nothing. */
  leave(outcome: 'answered' | { error: unknown }): void {
    this.#trying = false
    if (outcome === 'answered' || (outcome.error instanceof DeskError && !DOWN.has(outcome.error.code))) {
      this.#failures = 0
      this.#restMs = 0
      return
    }
    if (!(outcome.error instanceof DeskError)) return
    this.#failures += 1
    if (this.#failures < this.#options.failures) return
    this.#restMs = Math.min(
      this.#options.restMaxMs,
      this.#restMs === 0 ? this.#options.restMs : this.#restMs * 2,
    )
    this.#restUntil = performance.now() + this.#restMs
  }
}
