import type { CallWindow, Room } from './call-window.ts'
import { type Caller, FairLine } from './fair-line.ts'
import type { Reserve } from './reserve.ts'

/**
 * Who waits for a call: `interactive` a person, `background` an export or import, `idle` nobody (thumbnails).
 * Lanes are served in this order.
 */
export const LANES = ['interactive', 'background', 'idle'] as const
export type Lane = (typeof LANES)[number]

type LineOptions = { limit: number; windowMs: number }

type LineParts<Waiter extends object> = {
  window: CallWindow
  reserve: Reserve
  /** People who wait from before; nobody unless given. */
  people?: FairLine<Waiter>
}

/** Of the limit, so many places are anybody's at once; beyond them a person holds no more than they leave free. */
const ANYBODYS_SHARE = 1 / 12
/** Whoever holds this much of the limit asks the service no more for what the desk knows already. */
const REFRESH_SHARE = 1 / 4

/**
 * Who waits for the calls of one key, and whose turn it is: the rules of the budget without clock, timers or promises. Times
 * are milliseconds of whichever one clock the window is of. See docs/decisions/011-rate-limit-budget.md.
 */
export class CallLine<Waiter extends object> {
  /** The service has asked for no call before this moment. */
  pausedUntil = 0
  readonly people: FairLine<Waiter>
  readonly #waiting: Record<Exclude<Lane, 'interactive'>, Waiter[]> = { background: [], idle: [] }
  readonly #options: LineOptions
  readonly #window: CallWindow
  readonly #reserve: Reserve
  /** Places that anybody may take at once. */
  readonly #anybodys: number

  constructor(options: LineOptions, { window, reserve, people = new FairLine() }: LineParts<Waiter>) {
    this.#options = options
    this.#window = window
    this.#reserve = reserve
    this.people = people
    this.#anybodys = Math.ceil(options.limit * ANYBODYS_SHARE)
  }

  add(lane: Lane, caller: Caller, waiter: Waiter): void {
    if (lane === 'interactive') this.people.add(caller, waiter)
    else this.#waiting[lane].push(waiter)
  }

  /** Takes a call out whose turn has not come. */
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
   * Lets in who may begin now; `begin` takes the place. While a batch has calls to make, what is idle waits: it would slip in
   * between two of them.
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

  /** Whether a person's wish for newer answers than the desk knows may cost calls now. */
  mayRefresh(person: string, at: number): boolean {
    return this.#window.held(person, at) < this.#options.limit * REFRESH_SHARE
  }

  /** Calls that could begin right now. */
  free(at: number): number {
    return this.pausedUntil > at ? 0 : this.#window.free(at)
  }

  /** When the next call may begin at the earliest, as far as is known: anybody's, or this person's own next one. */
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

  /** When the last of so many calls more may begin, if nobody else makes any: what a window has no room for waits for the next. */
  lastBeginsAt(calls: number, at: number): number {
    const { limit, windowMs } = this.#options
    const rounds = Math.max(0, Math.ceil(calls / limit) - 1)
    const first = calls - rounds * limit
    const room = this.#window.roomAt(null, at, ({ free }) => free >= first)
    return Math.max(room, this.pausedUntil) + rounds * windowMs
  }

  /** The next place, the end of the pause, or the reserve has melted by one; null when none of these is ahead. */
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

  /** Whether somebody who holds so many places and takes one more still leaves enough of them to others. */
  #leavesRoom({ free, held }: Room): boolean {
    return held - this.#anybodys < free
  }

  #mayBatchBegin(at: number): boolean {
    return this.pausedUntil <= at && this.#window.free(at) > this.#reserve.at(at)
  }

  /** The calls before this one. Who holds more places than this person gets the next one later, or must leave it free. */
  #before(caller: Caller, at: number): { own: number; others: number } {
    const held = Math.max(this.#anybodys, this.#window.held(caller.person, at))
    return this.people.before(caller, other => this.#window.held(other, at) <= held)
  }
}
