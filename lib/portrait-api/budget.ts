import { DeskError } from '#lib/errors.ts'

/**
 * Who waits for a call: `interactive` a person, `background` an export or import, `idle` nobody (thumbnails).
 * Lanes are served in this order.
 */
export const LANES = ['interactive', 'background', 'idle'] as const
export type Lane = (typeof LANES)[number]

export type BudgetOptions = {
  /** Calls that may begin in any window (specification section 8: 120). */
  limit: number
  windowMs: number
  /** Calls that other lanes leave free while people are active. */
  reserve: number
  /** People count as active for this long after an interactive call. */
  activeMs: number
  /** An interactive call that would wait longer is refused with `busy`. */
  interactiveWaitMs: number
}

/** A place in the window. `arrived` must be called exactly once, when the service has certainly seen the call. */
export type Permit = { arrived(): void }

export type BudgetState = {
  limit: number
  windowMs: number
  /** Calls that could begin right now. */
  free: number
  /** Milliseconds until the next call may begin; 0 when one may begin now. */
  nextFreeMs: number
  waiting: Record<Lane, number>
}

type Waiter = { resolve(permit: Permit): void }

/**
 * The calls that one key may make.
 *
 * A place is taken from the moment a call begins until one window after the service has answered it. The service
 * cannot have counted the call later than it answered, so no window of the service, sliding or fixed, ever holds more
 * than `limit` of our calls, whatever the network did to them on the way.
 */
export class Budget {
  readonly #options: BudgetOptions
  readonly #waiting: Record<Lane, Waiter[]> = { interactive: [], background: [], idle: [] }
  /** Ascending times (ms, monotonic) at which taken places become free again. */
  readonly #freeAt: number[] = []
  #inFlight = 0
  #pausedUntil = 0
  #activeUntil = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: BudgetOptions) {
    this.#options = options
  }

  /** Waits for a place. Throws the signal's reason when it aborts first, `busy` when a person would wait too long. */
  async acquire(lane: Lane, signal?: AbortSignal): Promise<Permit> {
    signal?.throwIfAborted()
    if (lane === 'interactive') {
      this.#refuseLongWait()
      this.#activeUntil = now() + this.#options.activeMs
    }
    const { promise, resolve, reject } = Promise.withResolvers<Permit>()
    const waiter: Waiter = { resolve }
    const leave = () => {
      const queue = this.#waiting[lane]
      const place = queue.indexOf(waiter)
      if (place >= 0) queue.splice(place, 1)
      reject(signal?.reason)
      this.#serve()
    }
    signal?.addEventListener('abort', leave, { once: true })
    this.#waiting[lane].push(waiter)
    this.#serve()
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  /** Stops the whole key: the service asked for it with `Retry-After`. */
  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, now() + ms)
    this.#serve()
  }

  state(): BudgetState {
    this.#forget()
    return {
      limit: this.#options.limit,
      windowMs: this.#options.windowMs,
      free: this.#pausedUntil > now() ? 0 : this.#free(),
      nextFreeMs: Math.max(0, Math.ceil(this.#nextFreeAt(1) - now())),
      waiting: {
        interactive: this.#waiting.interactive.length,
        background: this.#waiting.background.length,
        idle: this.#waiting.idle.length,
      },
    }
  }

  #serve(): void {
    this.#forget()
    for (const lane of LANES) {
      const queue = this.#waiting[lane]
      while (queue.length > 0 && this.#mayBegin(lane)) queue.shift()?.resolve(this.#begin())
      if (queue.length > 0) break
    }
    this.#wakeLater()
  }

  #begin(): Permit {
    this.#inFlight += 1
    let arrived = false
    return {
      arrived: () => {
        if (arrived) return
        arrived = true
        this.#inFlight -= 1
        this.#freeAt.push(now() + this.#options.windowMs)
        this.#serve()
      },
    }
  }

  #mayBegin(lane: Lane): boolean {
    if (this.#pausedUntil > now()) return false
    return this.#free() > this.#reserveAgainst(lane)
  }

  #reserveAgainst(lane: Lane): number {
    if (lane === 'interactive' || this.#activeUntil <= now()) return 0
    return Math.min(this.#options.reserve, this.#options.limit - 1)
  }

  #free(): number {
    return this.#options.limit - this.#inFlight - this.#freeAt.length
  }

  #forget(): void {
    while (this.#freeAt.length > 0 && (this.#freeAt[0] ?? 0) <= now()) this.#freeAt.shift()
  }

  /** When a caller who stands `place`-th in line may begin, as far as is known: calls in flight count as about to end. */
  #nextFreeAt(place: number): number {
    const missing = place - this.#free()
    const index = Math.min(missing, this.#freeAt.length) - 1
    const free = missing <= 0 ? now() : (this.#freeAt[index] ?? now())
    return Math.max(free, this.#pausedUntil)
  }

  #refuseLongWait(): void {
    this.#forget()
    const waitMs = this.#nextFreeAt(this.#waiting.interactive.length + 1) - now()
    if (waitMs <= this.#options.interactiveWaitMs) return
    throw new DeskError('busy', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  }

  /** While somebody waits, wakes when the next place, the pause or the people's reserve ends. */
  #wakeLater(): void {
    clearTimeout(this.#timer)
    if (LANES.every(lane => this.#waiting[lane].length === 0)) return
    const moments = [this.#freeAt[0], this.#pausedUntil, this.#activeUntil]
    const next = Math.min(...moments.filter(moment => moment !== undefined && moment > now()).map(Number))
    if (Number.isFinite(next)) this.#timer = setTimeout(() => this.#serve(), Math.max(1, next - now()))
  }
}

function now(): number {
  return performance.now()
}
