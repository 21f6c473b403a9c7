import { DeskError } from '#lib/errors.ts'
import { CallLine, type Lane } from './call-line.ts'
import { type CallWindow, createCallWindow } from './call-window.ts'
import type { Caller } from './fair-line.ts'
import { Reserve } from './reserve.ts'

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

/** For whom a call of the interactive lane is, and how it wants to wait. */
export type AcquireOptions = Partial<Caller> & {
  signal?: AbortSignal
  /**
   * The person announces no further calls: the click that starts an export. No reserve is held for them from now on, nor
   * for what they have called before; those of others stays.
   */
  last?: boolean
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

/**
 * `paused`: the service has asked for it, of all calls. `waiting`: the limit is used up for whoever asks in this lane. `lost`
 * and `found`: what the desks share cannot be reached, and can again.
 */
export type BudgetNews =
  | { event: 'lost'; error: unknown; waiting: number }
  | { event: 'found'; ms: number; waiting: number }
  | { event: 'paused'; ms: number; waiting: number }
  | { event: 'waiting'; lane: Lane; ms: number; waiting: number }

type Waiter = { resolve(permit: Permit): void; reject(reason: unknown): void }

/** The budget of a key as its callers know it: of this desk alone, or of all that share the key (`shared-budget.ts`). */
export type CallBudget = Pick<
  Budget,
  'acquire' | 'beginBatch' | 'mayRefresh' | 'msUntilLast' | 'pause' | 'state'
>

/**
 * The calls that one key may make.
 *
 * A place is taken from the moment a call begins until one window after the service has answered it. The service
 * cannot have counted the call later than it answered, so no window of the service, sliding or fixed, ever holds more
 * than `limit` of our calls, whatever the network did to them on the way.
 *
 * People are served in turn, and one person's calls always leave places free for the next one. See
 * docs/decisions/011-rate-limit-budget.md.
 */
export class Budget {
  readonly #options: BudgetOptions
  readonly #line: CallLine<Waiter>
  readonly #window: CallWindow
  readonly #reserve: Reserve
  /** Batches that have calls to make, call after call. */
  readonly #batches = new Set<object>()
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #tell: (news: BudgetNews) => void
  /** Until when it need not be said again that this lane waits. */
  readonly #toldUntil = { interactive: 0, background: 0 }

  constructor(
    options: BudgetOptions,
    window: CallWindow = createCallWindow(options),
    tell: (news: BudgetNews) => void = () => {},
  ) {
    this.#options = options
    this.#window = window
    this.#reserve = new Reserve(options)
    this.#line = new CallLine<Waiter>(options, { window, reserve: this.#reserve })
    this.#tell = tell
  }

  /**
   * Waits for a place. Throws the signal's reason when it aborts first, `busy` when a person would wait too long.
   * Calls that name no person count together as one person's.
   */
  async acquire(lane: Lane, options: AcquireOptions = {}): Promise<Permit> {
    const { signal, last = false, person = '', changes = false } = options
    signal?.throwIfAborted()
    const caller: Caller = { person, changes }
    const isPerson = lane === 'interactive'
    if (isPerson) this.#refuseLongWait(caller)
    if (isPerson) this.#reserve.noteCall(person, now(), { last })
    const { promise, resolve, reject } = Promise.withResolvers<Permit>()
    let waits = true
    const waiter: Waiter = {
      reject,
      resolve(permit) {
        waits = false
        resolve(permit)
      },
    }
    const leave = (reason: unknown) => {
      this.#line.remove(lane, caller, waiter)
      reject(reason)
      this.#serve()
    }
    const onAbort = () => leave(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    const patience =
      isPerson && setTimeout(() => leave(this.#busy(caller)), this.#options.interactiveWaitMs + 1)
    this.#line.add(lane, caller, waiter)
    this.#serve()
    if (waits) this.#tellWait(lane, this.state().nextFreeMs)
    try {
      return await promise
    } finally {
      if (patience) clearTimeout(patience)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  /**
   * A batch has calls to make: what is idle leaves it all places until it says, once, that it is over. Otherwise the idle
   * calls would slip in between two calls of it.
   */
  beginBatch(): () => void {
    const batch = {}
    this.#batches.add(batch)
    return () => {
      if (this.#batches.delete(batch)) this.#serve()
    }
  }

  /**
   * Whether a person's wish for newer answers than the desk knows may cost calls now. Beyond a small share of the
   * window it is worth no more than any other look: what is known is good enough.
   */
  mayRefresh(person: string): boolean {
    return this.#line.mayRefresh(person, now())
  }

  /** Stops the whole key: the service asked for it with `Retry-After`. People who wait are told when it takes long. */
  pause(ms: number): void {
    const begins = this.#line.pausedUntil <= now()
    this.#line.pausedUntil = Math.max(this.#line.pausedUntil, now() + ms)
    if (begins) this.#tell({ event: 'paused', ms, waiting: this.#line.length })
    if (ms > this.#options.interactiveWaitMs)
      for (const { reject } of this.#line.people.takeAll()) reject(busy(ms))
    this.#serve()
  }

  state(): BudgetState {
    const at = now()
    return {
      limit: this.#options.limit,
      windowMs: this.#options.windowMs,
      free: this.#line.free(at),
      nextFreeMs: Math.max(0, Math.ceil(this.#line.roomAt(at) - at)),
      waiting: this.#line.waiting(),
    }
  }

  /** Milliseconds until the last of so many calls more may begin, if nobody else makes any. */
  msUntilLast(calls: number): number {
    const at = now()
    return Math.max(0, this.#line.lastBeginsAt(calls, at) - at)
  }

  /**
   * Lets in who may begin, then sleeps until that can change. All of it looks at one and the same moment: a place
   * that is not free yet here but already past a blink later would be neither used nor waited for.
   */
  #serve(): void {
    const at = now()
    this.#line.serve(at, this.#batches.size > 0, (waiter, person) => waiter.resolve(this.#begin(person)))
    this.#wakeLater(at)
  }

  #begin(person: string | null): Permit {
    const place = this.#window.begin(person)
    let ended = false
    const end = (outcome: 'answered' | 'never made') => {
      if (ended) return
      ended = true
      this.#window.end(place, now(), outcome)
      this.#serve()
    }
    return { arrived: () => end('answered'), giveBack: () => end('never made') }
  }

  #refuseLongWait(caller: Caller): void {
    const at = now()
    const waitMs = this.#line.roomAt(at, caller) - at
    if (waitMs <= this.#options.interactiveWaitMs) return
    this.#tellWait('interactive', waitMs)
    throw busy(waitMs)
  }

  /** Once a window, not for each call; a pause has been told already, and for thumbnails nobody waits. */
  #tellWait(lane: Lane, ms: number): void {
    const at = now()
    if (lane === 'idle' || this.#line.pausedUntil > at || this.#toldUntil[lane] > at) return
    this.#toldUntil[lane] = at + this.#options.windowMs
    this.#tell({ event: 'waiting', lane, ms, waiting: this.#line.length })
  }

  /** For a person whose patience ended in the line: others came before, or a pause came meanwhile. */
  #busy(caller: Caller): DeskError {
    const at = now()
    return busy(Math.max(1000, this.#line.roomAt(at, caller) - at))
  }

  /** While somebody waits, sleeps until something can change. */
  #wakeLater(at: number): void {
    clearTimeout(this.#timer)
    const next = this.#line.length > 0 ? this.#line.nextChangeAt(at) : null
    if (next !== null) this.#timer = setTimeout(() => this.#serve(), Math.max(1, next - at))
  }
}

function now(): number {
  return performance.now()
}

/** For a person: the limit is used up, and so long until they may call. */
export function busy(waitMs: number): DeskError {
  return new DeskError('busy', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}
