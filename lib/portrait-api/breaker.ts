import { DeskError, type ErrorCode } from '#lib/errors.ts'

type BreakerOptions = {
  /** Failures in a row after which the service counts as down. */
  failures: number
  /** How long it is left alone before one call may try, in milliseconds; doubles with each failed try. */
  restMs: number
  restMaxMs: number
}

/** One call that was let in; exactly one of its two ends is reported. */
export type Pass = { succeeded(): void; failed(error: unknown): void }

/** `nextTryMs`: 0 when a call may try right now. */
type BreakerState = { down: boolean; nextTryMs: number }

const OPTIONS: BreakerOptions = { failures: 8, restMs: 1_000, restMaxMs: 15_000 }

/** Codes that say the service is down, as opposed to an answer that somebody does not like. */
const DOWN = new Set<ErrorCode>(['service_unreachable', 'gateway_answered', 'service_timeout'])

/**
 * Answers at once while the service is down, instead of letting everybody wait for the same timeout. After a rest a
 * single call tries; when that succeeds everybody is let in again.
 */
export class Breaker {
  readonly #options: BreakerOptions
  #failures = 0
  /** Who said so last: while a gateway does, nobody is told that the service itself is down. */
  #reason: ErrorCode = 'service_unreachable'
  #restMs = 0
  #restUntil = 0
  #trying = false

  constructor(options: BreakerOptions = OPTIONS) {
    this.#options = options
  }

  /** Throws `service_unreachable` or `gateway_answered`, with the seconds to wait, while the service is left alone. */
  check(): void {
    if (this.#failures < this.#options.failures) return
    const restMs = this.#restUntil - performance.now()
    if (restMs <= 0 && !this.#trying) return
    const retryAfterSeconds = Math.max(1, Math.ceil(restMs / 1000))
    throw new DeskError(this.#reason, { retryAfterSeconds, neverSent: true })
  }

  /** Whether the service is left alone, and until when one call may try again. Costs nothing. */
  state(): BreakerState {
    const down = this.#failures >= this.#options.failures
    return { down, nextTryMs: down ? Math.max(0, Math.ceil(this.#restUntil - performance.now())) : 0 }
  }

  /** Lets one call in, or throws like `check`. While the service is down it is the one that tries. */
  enter(): Pass {
    this.check()
    const tries = this.#failures >= this.#options.failures
    this.#trying ||= tries
    return {
      succeeded: () => this.#end(tries, 'up'),
      failed: error => {
        const verdict = toVerdict(error)
        if (verdict === 'down') this.#reason = isGateway(error) ? 'gateway_answered' : 'service_unreachable'
        this.#end(tries, verdict)
      },
    }
  }

  #end(tried: boolean, verdict: 'up' | 'down' | 'unknown'): void {
    if (tried) this.#trying = false
    if (verdict === 'unknown') return
    if (verdict === 'up') {
      this.#failures = 0
      this.#restMs = 0
      return
    }
    this.#failures += 1
    if (this.#failures < this.#options.failures) return
    // Calls that were on their way when the rest began say nothing new.
    if (!tried && this.#restMs > 0) return
    const { restMs, restMaxMs } = this.#options
    this.#restMs = Math.min(restMaxMs, this.#restMs === 0 ? restMs : this.#restMs * 2)
    this.#restUntil = performance.now() + this.#restMs
  }
}

/** Any answer, also an unwelcome one, says that the service is up; what the caller did itself says nothing. */
function toVerdict(error: unknown): 'up' | 'down' | 'unknown' {
  if (!(error instanceof DeskError) || error.code === 'cancelled') return 'unknown'
  return DOWN.has(error.code) ? 'down' : 'up'
}

function isGateway(error: unknown): boolean {
  return error instanceof DeskError && error.code === 'gateway_answered'
}
