import { DeskError, type ErrorCode } from '#lib/errors.ts'

type BreakerOptions = {
  /** Consecutive failures after which the service counts as down. */
  failures: number
  /** Milliseconds without any call before one trial call; doubles with each failed trial. */
  restMs: number
  restMaxMs: number
}

/** Effect of a failed call: `opened` and `open` stop calls to the service, `none` says nothing about the service. */
export type BreakerStep = 'none' | 'counted' | 'opened' | 'open' | 'closed'

/** One admitted call. Only its first result counts; later results are `none`. */
export type Pass = { succeeded(): void; failed(error: unknown): BreakerStep }

/** The breaker opened or closed. Failed trial calls in between are not reported. */
export type BreakerNews =
  | { event: 'opened'; code: ErrorCode; failures: number; restMs: number }
  | { event: 'closed'; openMs: number }

/**
 * `failing`: at least `FAILING` consecutive failures, as many as a read makes before it gives up, so users saw the
 * error. `nextTryMs`: milliseconds until a trial call may start; 0 when a call may start now.
 */
type BreakerState = { down: boolean; failing: boolean; nextTryMs: number }

const FAILING = 3

const OPTIONS: BreakerOptions = { failures: 8, restMs: 1_000, restMaxMs: 15_000 }

/** Errors that mean that the service is down. Any other error is an answer of the service. */
const DOWN = new Set<ErrorCode>(['service_unreachable', 'gateway_answered', 'service_timeout'])

/**
 * Fails calls at once while the service is down, so that not every caller waits for the same timeout. After a rest a
 * single trial call is admitted; when it succeeds, all calls are.
 */
export class Breaker {
  readonly #options: BreakerOptions
  #failures = 0
  /** The last error that counted. While it came from a gateway, `check` does not report the service itself as down. */
  #lastFailure: DeskError | undefined
  #restMs = 0
  #restUntil = 0
  #trying = false
  #openedAt = 0
  readonly #tell: (news: BreakerNews) => void

  constructor(options: BreakerOptions = OPTIONS, tell: (news: BreakerNews) => void = () => {}) {
    this.#options = options
    this.#tell = tell
  }

  /** Throws `service_unreachable` or `gateway_answered`, with the seconds to wait, while the breaker is open. */
  check(): void {
    if (this.#failures < this.#options.failures) return
    const restMs = this.#restUntil - performance.now()
    if (restMs <= 0 && !this.#trying) return
    const retryAfterSeconds = Math.max(1, Math.ceil(restMs / 1000))
    // No call is made, so nothing is logged: the error refers to the log line of the last failed call.
    const requestId = this.#lastFailure?.requestId
    throw new DeskError(this.#reason(), { retryAfterSeconds, neverSent: true, requestId })
  }

  /** Returns whether the breaker is open, and when a trial call may start. Makes no call. */
  state(): BreakerState {
    const down = this.#failures >= this.#options.failures
    const failing = this.#failures >= FAILING
    return {
      down,
      failing,
      nextTryMs: down ? Math.max(0, Math.ceil(this.#restUntil - performance.now())) : 0,
    }
  }

  /** Admits one call, or throws like `check`. While the service is down, this is the trial call. */
  enter(): Pass {
    this.check()
    const tries = this.#failures >= this.#options.failures
    this.#trying ||= tries
    let ended = false
    const end = (verdict: Verdict): BreakerStep => {
      if (ended) return 'none'
      ended = true
      return this.#end(tries, verdict)
    }
    return {
      succeeded: () => void end('up'),
      failed: error => {
        const verdict = toVerdict(error)
        if (verdict === 'down' && !ended && error instanceof DeskError) this.#lastFailure = error
        return end(verdict)
      },
    }
  }

  #end(tried: boolean, verdict: Verdict): BreakerStep {
    if (tried) this.#trying = false
    if (verdict === 'unknown') return 'none'
    if (verdict === 'up') return this.#close()
    this.#failures += 1
    if (this.#failures < this.#options.failures) return 'counted'
    // Calls that were in flight when the rest began say nothing new.
    if (!tried && this.#restMs > 0) return 'open'
    const opens = this.#restMs === 0
    const { restMs, restMaxMs } = this.#options
    this.#restMs = Math.min(restMaxMs, opens ? restMs : this.#restMs * 2)
    this.#restUntil = performance.now() + this.#restMs
    if (!opens) return 'open'
    this.#openedAt = performance.now()
    this.#tell({ event: 'opened', code: this.#reason(), failures: this.#failures, restMs: this.#restMs })
    return 'opened'
  }

  #reason(): ErrorCode {
    return this.#lastFailure?.code === 'gateway_answered' ? 'gateway_answered' : 'service_unreachable'
  }

  #close(): BreakerStep {
    const wasOpen = this.#restMs > 0
    this.#failures = 0
    this.#restMs = 0
    if (!wasOpen) return 'none'
    this.#tell({ event: 'closed', openMs: performance.now() - this.#openedAt })
    return 'closed'
  }
}

type Verdict = 'up' | 'down' | 'unknown'

/**
 * Maps an error to a verdict. Any answer, even an error, shows that the service is up; a caller's abort shows nothing.
 */
function toVerdict(error: unknown): Verdict {
  if (!(error instanceof DeskError) || error.code === 'cancelled') return 'unknown'
  return DOWN.has(error.code) ? 'down' : 'up'
}
