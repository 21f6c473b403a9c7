import { DeskError, type ErrorCode } from '#lib/errors.ts'

type BreakerOptions = {
  /** Failures in a row after which the service counts as down. */
  failures: number
  /** How long it is left alone before one call may try, in milliseconds; doubles with each failed try. */
  restMs: number
  restMaxMs: number
}

/** What a call's failing did: `opened` and `open` leave the service alone, `none` says nothing about it. */
export type BreakerStep = 'none' | 'counted' | 'opened' | 'open' | 'closed'

/** One call that was let in. Of its ends only the first one counts; a later one is `none`. */
export type Pass = { succeeded(): void; failed(error: unknown): BreakerStep }

/** The service is left alone from now on, or no more; not told anew by each try that fails meanwhile. */
export type BreakerNews =
  | { event: 'opened'; code: ErrorCode; failures: number; restMs: number }
  | { event: 'closed'; openMs: number }

/**
 * `failing`: as many calls in a row got no answer as a read makes before it gives up, so people have been told so.
 * `nextTryMs`: 0 when a call may try right now.
 */
type BreakerState = { down: boolean; failing: boolean; nextTryMs: number }

const FAILING = 3

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

  /** Throws `service_unreachable` or `gateway_answered`, with the seconds to wait, while the service is left alone. */
  check(): void {
    if (this.#failures < this.#options.failures) return
    const restMs = this.#restUntil - performance.now()
    if (restMs <= 0 && !this.#trying) return
    const retryAfterSeconds = Math.max(1, Math.ceil(restMs / 1000))
    // Nothing is asked, so nothing is logged: the line that explains it is that of the last call that was.
    const requestId = this.#lastFailure?.requestId
    throw new DeskError(this.#reason(), { retryAfterSeconds, neverSent: true, requestId })
  }

  /** Whether the service is left alone, and until when one call may try again. Costs nothing. */
  state(): BreakerState {
    const down = this.#failures >= this.#options.failures
    const failing = this.#failures >= FAILING
    return {
      down,
      failing,
      nextTryMs: down ? Math.max(0, Math.ceil(this.#restUntil - performance.now())) : 0,
    }
  }

  /** Lets one call in, or throws like `check`. While the service is down it is the one that tries. */
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
    // Calls that were on their way when the rest began say nothing new.
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

/** Any answer, also an unwelcome one, says that the service is up; what the caller did itself says nothing. */
function toVerdict(error: unknown): Verdict {
  if (!(error instanceof DeskError) || error.code === 'cancelled') return 'unknown'
  return DOWN.has(error.code) ? 'down' : 'up'
}
