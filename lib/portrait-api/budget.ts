import { DeskError } from '#lib/errors.ts'
import { type CallWindow, createCallWindow, type Room } from './call-window.ts'
import { type Caller, FairLine } from './fair-line.ts'
import { Reserve } from './reserve.ts'

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

/** `paused`: the service has asked for it, of all calls. `waiting`: the limit is used up for whoever asks in this lane. */
export type BudgetNews =
  | { event: 'paused'; ms: number; waiting: number }
  | { event: 'waiting'; lane: Lane; ms: number; waiting: number }

type Waiter = { resolve(permit: Permit): void; reject(reason: unknown): void }

/** Of the limit, so many places are anybody's at once; beyond them a person holds no more than they leave free. */
const ANYBODYS_SHARE = 1 / 12
/** Whoever holds this much of the limit asks the service no more for what the desk knows already. */
const REFRESH_SHARE = 1 / 4

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
  readonly #people = new FairLine<Waiter>()
  readonly #waiting: Record<Exclude<Lane, 'interactive'>, Waiter[]> = { background: [], idle: [] }
  readonly #window: CallWindow
  /** Places that anybody may take at once. */
  readonly #anybodys: number
  #pausedUntil = 0
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
    this.#anybodys = Math.ceil(options.limit * ANYBODYS_SHARE)
    this.#window = window
    this.#reserve = new Reserve(options)
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
      if (isPerson) this.#people.remove(caller, waiter)
      else this.#waiting[lane] = this.#waiting[lane].filter(other => other !== waiter)
      reject(reason)
      this.#serve()
    }
    const onAbort = () => leave(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    const patience =
      isPerson && setTimeout(() => leave(this.#busy(caller)), this.#options.interactiveWaitMs + 1)
    if (isPerson) this.#people.add(caller, waiter)
    else this.#waiting[lane].push(waiter)
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
    return this.#window.held(person, now()) < this.#options.limit * REFRESH_SHARE
  }

  /** Stops the whole key: the service asked for it with `Retry-After`. People who wait are told when it takes long. */
  pause(ms: number): void {
    const begins = this.#pausedUntil <= now()
    this.#pausedUntil = Math.max(this.#pausedUntil, now() + ms)
    if (begins) this.#tell({ event: 'paused', ms, waiting: this.#countWaiting() })
    if (ms > this.#options.interactiveWaitMs)
      for (const { reject } of this.#people.takeAll()) reject(busy(ms))
    this.#serve()
  }

  state(): BudgetState {
    const at = now()
    return {
      limit: this.#options.limit,
      windowMs: this.#options.windowMs,
      free: this.#pausedUntil > at ? 0 : this.#window.free(at),
      nextFreeMs: Math.max(0, Math.ceil(this.#roomAt(at) - at)),
      waiting: {
        interactive: this.#people.length,
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
    for (;;) {
      const next = this.#people.take(person => this.#mayPersonBegin(person, at))
      if (!next) break
      next.waiter.resolve(this.#begin(next.person))
    }
    for (const lane of ['background', 'idle'] as const) {
      const queue = this.#waiting[lane]
      while (queue.length > 0 && this.#mayBatchBegin(at)) queue.shift()?.resolve(this.#begin(null))
      if (queue.length > 0 || this.#batches.size > 0) break
    }
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

  #mayPersonBegin(person: string, at: number): boolean {
    const free = this.#window.free(at)
    return (
      this.#pausedUntil <= at && free > 0 && this.#leavesRoom({ free, held: this.#window.held(person, at) })
    )
  }

  /** Whether somebody who holds so many places and takes one more still leaves enough of them to others. */
  #leavesRoom({ free, held }: Room): boolean {
    return held - this.#anybodys < free
  }

  #mayBatchBegin(at: number): boolean {
    return this.#pausedUntil <= at && this.#window.free(at) > this.#reserve.at(at)
  }

  /** When the next call may begin at the earliest, as far as is known: anybody's, or this person's own next one. */
  #roomAt(at: number, caller?: Caller): number {
    const { limit, windowMs } = this.#options
    const { own, others } = caller ? this.#before(caller, at) : { own: 0, others: 0 }
    const rounds = Math.floor((own + others) / limit)
    const before = (own + others) % limit
    const room = this.#window.roomAt(caller?.person ?? null, at, ({ free, held }) => {
      const left = free - before
      return left > 0 && (!caller || this.#leavesRoom({ free: left, held: held + (own % limit) }))
    })
    return Math.max(room, this.#pausedUntil) + rounds * windowMs
  }

  /** The calls before this one. Who holds more places than this person gets the next one later, or must leave it free. */
  #before(caller: Caller, at: number): { own: number; others: number } {
    const held = Math.max(this.#anybodys, this.#window.held(caller.person, at))
    return this.#people.before(caller, other => this.#window.held(other, at) <= held)
  }

  #refuseLongWait(caller: Caller): void {
    const at = now()
    const waitMs = this.#roomAt(at, caller) - at
    if (waitMs <= this.#options.interactiveWaitMs) return
    this.#tellWait('interactive', waitMs)
    throw busy(waitMs)
  }

  #countWaiting(): number {
    return this.#people.length + this.#waiting.background.length + this.#waiting.idle.length
  }

  /** Once a window, not for each call; a pause has been told already, and for thumbnails nobody waits. */
  #tellWait(lane: Lane, ms: number): void {
    const at = now()
    if (lane === 'idle' || this.#pausedUntil > at || this.#toldUntil[lane] > at) return
    this.#toldUntil[lane] = at + this.#options.windowMs
    this.#tell({ event: 'waiting', lane, ms, waiting: this.#countWaiting() })
  }

  /** For a person whose patience ended in the line: others came before, or a pause came meanwhile. */
  #busy(caller: Caller): DeskError {
    const at = now()
    return busy(Math.max(1000, this.#roomAt(at, caller) - at))
  }

  /** While somebody waits, sleeps until the next place, the end of the pause, or the reserve has melted by one. */
  #wakeLater(at: number): void {
    clearTimeout(this.#timer)
    if (this.#countWaiting() === 0) return
    const moments = [this.#window.nextFreeAt(at) ?? 0, this.#pausedUntil, this.#reserve.meltsAt(at)].filter(
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
