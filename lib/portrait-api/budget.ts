import { DeskError } from '#lib/errors.ts'
import { type CallWindow, createCallWindow } from './call-window.ts'

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
  /** Calls that other lanes leave free right after a person's call. */
  reserve: number
  /** The reserve has melted away this long after a person's last call. */
  activeMs: number
  /** An interactive call that would wait longer is refused with `busy`. */
  interactiveWaitMs: number
}

/** A place in the window. One of the two must be called; only the first one counts. */
export type Permit = {
  /** The service has certainly seen the call by now: the place is free again one window later. */
  arrived(): void
  /** The call was never made: the place is free again at once. */
  giveBack(): void
}

export type BudgetState = {
  limit: number
  windowMs: number
  /** Calls that could begin right now. */
  free: number
  /** Milliseconds until the next call may begin; 0 when one may begin now. */
  nextFreeMs: number
  waiting: Record<Lane, number>
}

type Waiter = { resolve(permit: Permit): void; reject(reason: unknown): void }

/**
 * The calls that one key may make.
 *
 * A place is taken from the moment a call begins until one window after the service has answered it. The service
 * cannot have counted the call later than it answered, so no window of the service, sliding or fixed, ever holds more
 * than `limit` of our calls, whatever the network did to them on the way. See docs/decisions/011-rate-limit-budget.md.
 */
export class Budget {
  readonly #options: BudgetOptions
  readonly #waiting: Record<Lane, Waiter[]> = { interactive: [], background: [], idle: [] }
  readonly #window: CallWindow
  #pausedUntil = 0
  #activeUntil = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: BudgetOptions, window: CallWindow = createCallWindow(options)) {
    this.#options = options
    this.#window = window
  }

  /**
   * Waits for a place. Throws the signal's reason when it aborts first, `busy` when a person would wait too long. A
   * person's call that announces no further ones (`last`: the click that starts an export) holds no reserve.
   */
  async acquire(lane: Lane, signal?: AbortSignal, { last = false } = {}): Promise<Permit> {
    signal?.throwIfAborted()
    if (lane === 'interactive') {
      this.#refuseLongWait()
      if (!last) this.#activeUntil = now() + this.#options.activeMs
    }
    const { promise, resolve, reject } = Promise.withResolvers<Permit>()
    const waiter: Waiter = { resolve, reject }
    const leave = (reason: unknown) => {
      const queue = this.#waiting[lane]
      const place = queue.indexOf(waiter)
      if (place >= 0) queue.splice(place, 1)
      reject(reason)
      this.#serve()
    }
    const onAbort = () => leave(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    const patience =
      lane === 'interactive' && setTimeout(() => leave(this.#busy()), this.#options.interactiveWaitMs + 1)
    this.#waiting[lane].push(waiter)
    this.#serve()
    try {
      return await promise
    } finally {
      if (patience) clearTimeout(patience)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  /** Stops the whole key: the service asked for it with `Retry-After`. People who wait are told when it takes long. */
  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, now() + ms)
    if (ms > this.#options.interactiveWaitMs)
      for (const { reject } of this.#waiting.interactive.splice(0)) reject(busy(ms))
    this.#serve()
  }

  state(): BudgetState {
    const at = now()
    return {
      limit: this.#options.limit,
      windowMs: this.#options.windowMs,
      free: this.#pausedUntil > at ? 0 : this.#window.free(at),
      nextFreeMs: Math.max(0, Math.ceil(this.#nextFreeAt(1, at) - at)),
      waiting: {
        interactive: this.#waiting.interactive.length,
        background: this.#waiting.background.length,
        idle: this.#waiting.idle.length,
      },
    }
  }

  /**
   * Lets in who may begin, then sleeps until that can change. All of it looks at one and the same moment: a place
   * that is not free yet here but already past a blink later would be neither used nor waited for.
   */
  #serve(): void {
    const at = now()
    for (const lane of LANES) {
      const queue = this.#waiting[lane]
      while (queue.length > 0 && this.#mayBegin(lane, at)) queue.shift()?.resolve(this.#begin())
      if (queue.length > 0) break
    }
    this.#wakeLater(at)
  }

  #begin(): Permit {
    this.#window.begin()
    let ended = false
    const end = (outcome: 'answered' | 'never made') => {
      if (ended) return
      ended = true
      this.#window.end(now(), outcome)
      this.#serve()
    }
    return { arrived: () => end('answered'), giveBack: () => end('never made') }
  }

  #mayBegin(lane: Lane, at: number): boolean {
    return this.#pausedUntil <= at && this.#window.free(at) > this.#reserveAgainst(lane, at)
  }

  /** Full right after a person's call; melts evenly while nobody calls, so that an export loses little by it. */
  #reserveAgainst(lane: Lane, at: number): number {
    if (lane === 'interactive' || this.#activeUntil <= at) return 0
    const { limit, activeMs } = this.#options
    const reserve = Math.ceil((this.#options.reserve * (this.#activeUntil - at)) / activeMs)
    return Math.min(reserve, limit - 1)
  }

  /** When the reserve next becomes one smaller. */
  #reserveMeltsAt(at: number): number {
    const { activeMs } = this.#options
    const kept = Math.ceil((this.#options.reserve * (this.#activeUntil - at)) / activeMs)
    return kept > 0 ? this.#activeUntil - ((kept - 1) * activeMs) / this.#options.reserve : 0
  }

  /** When a caller who stands `place`-th in line may begin at the earliest, as far as is known. */
  #nextFreeAt(place: number, at: number): number {
    const { limit, windowMs } = this.#options
    const afterPause = Math.max(at, this.#pausedUntil) + Math.floor((place - 1) / limit) * windowMs
    return Math.max(this.#window.freeAt(place, at), afterPause)
  }

  #refuseLongWait(): void {
    const at = now()
    const waitMs = this.#nextFreeAt(this.#waiting.interactive.length + 1, at) - at
    if (waitMs <= this.#options.interactiveWaitMs) return
    throw busy(waitMs)
  }

  /** For a person whose patience ended in the line: others came before, or a pause came meanwhile. */
  #busy(): DeskError {
    const at = now()
    return busy(Math.max(1000, this.#nextFreeAt(this.#waiting.interactive.length + 1, at) - at))
  }

  /** While somebody waits, sleeps until the next place, the end of the pause, or the reserve has melted by one. */
  #wakeLater(at: number): void {
    clearTimeout(this.#timer)
    if (LANES.every(lane => this.#waiting[lane].length === 0)) return
    const moments = [this.#window.nextFreeAt(at) ?? 0, this.#pausedUntil, this.#reserveMeltsAt(at)].filter(
      moment => moment > at,
    )
    const next = Math.min(...moments)
    if (Number.isFinite(next)) this.#timer = setTimeout(() => this.#serve(), Math.max(1, next - at))
  }
}

function now(): number {
  return performance.now()
}

function busy(waitMs: number): DeskError {
  return new DeskError('busy', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}
