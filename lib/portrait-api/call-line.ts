import type { CallWindow, Room } from './call-window.ts'
import { type Caller, FairLine } from './fair-line.ts'
import type { Reserve } from './reserve.ts'

/** Lanes of calls, served in this order: a person waits, an export or import waits, thumbnails that can wait. */
export const LANES = ['interactive', 'background', 'idle'] as const
export type Lane = (typeof LANES)[number]

type LineOptions = { limit: number; windowMs: number }

type LineParts<Waiter extends object> = {
  window: CallWindow
  reserve: Reserve
  /** People who already wait; by default none. */
  people?: FairLine<Waiter>
}

/**
 * Share of the limit that any person may take at once. Beyond it, a person holds no more places than they leave free.
 */
const FREE_FOR_ALL_SHARE = 1 / 12
/** A person who holds this share of the limit gets cached answers instead of a refresh. */
const REFRESH_SHARE = 1 / 4

/**
 * The line of calls that wait for a place, and the rules for whose turn it is: without clock, timers or promises. Times
 * are milliseconds of the window's clock. See docs/decisions/011-rate-limit-budget.md.
 */
export class CallLine<Waiter extends object> {
  /** The service asked for no calls before this moment. */
  pausedUntil = 0
  readonly people: FairLine<Waiter>
  readonly #waiting: Record<Exclude<Lane, 'interactive'>, Waiter[]> = { background: [], idle: [] }
  readonly #options: LineOptions
  readonly #window: CallWindow
  readonly #reserve: Reserve
  /** Places that any person may take at once. */
  readonly #freeForAll: number

  constructor(options: LineOptions, { window, reserve, people = new FairLine() }: LineParts<Waiter>) {
    this.#options = options
    this.#window = window
    this.#reserve = reserve
    this.people = people
    this.#freeForAll = Math.ceil(options.limit * FREE_FOR_ALL_SHARE)
  }

  add(lane: Lane, caller: Caller, waiter: Waiter): void {
    if (lane === 'interactive') this.people.add(caller, waiter)
    else this.#waiting[lane].push(waiter)
  }

  /** Removes a call that still waits. */
  remove(lane: Lane, caller: Caller, waiter: Waiter): void {
    if (lane === 'interactive') this.people.remove(caller, waiter)
    else this.#waiting[lane] = this.#waiting[lane].filter(other => other !== waiter)
  }

  waiting(): Record<Lane, number> {
    const { background, idle } = this.#waiting
    return { interactive: this.people.length, background: background.length, idle: idle.length }
  }

  get length(): number {
    const { interactive, background, idle } = this.waiting()
    return interactive + background + idle
  }

  /**
   * Starts the calls that may start now; `begin` takes the place. Idle calls wait while a batch has calls to make: they
   * would start between two calls of the batch.
   */
  serve(at: number, hasBatch: boolean, begin: (waiter: Waiter, person: string | null) => void): void {
    for (;;) {
      const next = this.people.take(person => this.#mayPersonBegin(person, at))
      if (!next) break
      begin(next.waiter, next.person)
    }
    for (const lane of ['background', 'idle'] as const) {
      const queue = this.#waiting[lane]
      while (this.#mayBatchBegin(at)) {
        const next = queue.shift()
        if (next === undefined) break
        begin(next, null)
      }
      if (queue.length > 0 || hasBatch) break
    }
  }

  /** True while a person's refresh may cost calls. */
  mayRefresh(person: string, at: number): boolean {
    return this.#window.held(person, at) < this.#options.limit * REFRESH_SHARE
  }

  /** Calls that could start now. */
  free(at: number): number {
    return this.pausedUntil > at ? 0 : this.#window.free(at)
  }

  /** The earliest moment, as far as is known, at which any call may start, or the next one of this caller. */
  roomAt(at: number, caller?: Caller): number {
    const { limit, windowMs } = this.#options
    const { own, others } = caller ? this.#before(caller, at) : { own: 0, others: 0 }
    const rounds = Math.floor((own + others) / limit)
    const before = (own + others) % limit
    const room = this.#window.roomAt(caller?.person ?? null, at, ({ free, held }) => {
      const left = free - before
      return left > 0 && (!caller || this.#leavesRoom({ free: left, held: held + (own % limit) }))
    })
    return Math.max(room, this.pausedUntil) + rounds * windowMs
  }

  /** The moment at which the last of this many further calls may start, if there are no others. */
  lastBeginsAt(calls: number, at: number): number {
    const { limit, windowMs } = this.#options
    const rounds = Math.max(0, Math.ceil(calls / limit) - 1)
    const first = calls - rounds * limit
    const room = this.#window.roomAt(null, at, ({ free }) => free >= first)
    return Math.max(room, this.pausedUntil) + rounds * windowMs
  }

  /** The next moment at which a place becomes free, the pause ends, or the reserve shrinks; null when none is known. */
  nextChangeAt(at: number): number | null {
    const moments = [this.#window.nextFreeAt(at) ?? 0, this.pausedUntil, this.#reserve.meltsAt(at)].filter(
      moment => moment > at,
    )
    return moments.length > 0 ? Math.min(...moments) : null
  }

  #mayPersonBegin(person: string, at: number): boolean {
    const free = this.#window.free(at)
    return (
      this.pausedUntil <= at && free > 0 && this.#leavesRoom({ free, held: this.#window.held(person, at) })
    )
  }

  /** True when a person with this many places leaves enough of them to others after one more. */
  #leavesRoom({ free, held }: Room): boolean {
    return held - this.#freeForAll < free
  }

  #mayBatchBegin(at: number): boolean {
    return this.pausedUntil <= at && this.#window.free(at) > this.#reserve.at(at)
  }

  /** Counts the calls before this one. A person who holds more places is served later. */
  #before(caller: Caller, at: number): { own: number; others: number } {
    const held = Math.max(this.#freeForAll, this.#window.held(caller.person, at))
    return this.people.before(caller, other => this.#window.held(other, at) <= held)
  }
}
