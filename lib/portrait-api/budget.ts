import 'server-only'
import { randomUUID } from 'node:crypto'
import { DeskError } from '#lib/errors.ts'
import { type BudgetLedger, openMemoryLedger } from '#lib/ports/budget-ledger.ts'
import type { AcquireOptions, BudgetEvent, BudgetState, CallRecord, Permit } from './budget-types.ts'
import type { Lane } from './call-line.ts'
import { type Decision, previewLine, type Report } from './decide-grants.ts'
import type { Flight, LedgerOptions } from './ledger.ts'
import { LedgerCopy } from './ledger-copy.ts'
import { Poller, RETRY_MAX_MS } from './poller.ts'

/** Times of desks that share a key, in milliseconds. They mean little to a desk alone. */
type SharedTimes = Pick<LedgerOptions, 'leaseMs' | 'turnMs'> & {
  /** While calls wait, the ledger is read at least this often. */
  pollMs: number
  /** People are refused after the ledger was unreachable for this time. */
  unreachableMs: number
}

export type BudgetOptions = Omit<LedgerOptions, keyof SharedTimes> & Partial<SharedTimes>

type BudgetParts = {
  /** The name of this process among all desks. No other process has it, and it changes with each start. */
  desk?: string
  ledger?: BudgetLedger
  record?: CallRecord
  onEvent?: (event: BudgetEvent) => void
  /** Milliseconds of a monotonic clock. */
  clock?: () => number
}

type Waiter = {
  lane: Lane
  person: string
  changes: boolean
  last: boolean
  askedAt: number
  resolve(permit: Permit): void
  reject(reason: unknown): void
}

const SHARED_TIMES: SharedTimes = { leaseMs: 10_000, turnMs: 3_000, pollMs: 1_000, unreachableMs: 3_000 }
/** Share of a window after which answers are written at the latest. Until then no desk needs to know of them. */
const WRITE_AFTER = 1 / 300

/**
 * The calls that one key may make, at all desks that share it. Each call has its place in a ledger before it leaves: in
 * memory, or in the database of several desks. `decide-grants.ts` decides which calls may start.
 *
 * A place is taken from the start of a call until one window after its answer. So no window of the service ever holds
 * more than `limit` calls. Without the ledger no call is sent. See docs/decisions/011-rate-limit-budget.md.
 */
export class Budget {
  readonly #options: LedgerOptions & SharedTimes
  readonly #desk: string
  readonly #copy: LedgerCopy
  readonly #record: CallRecord | undefined
  readonly #onEvent: (event: BudgetEvent) => void
  readonly #clock: () => number
  readonly #poller: Poller
  readonly #waiters = new Map<number, Waiter>()
  readonly #flights = new Map<number, Flight>()
  /** Answered calls that the ledger still counts as flights. */
  #answered: (Flight & { at: number })[]
  /** Batches that have calls to make. */
  readonly #batches = new Set<object>()
  #lastId = 0
  #pausedUntil = Number.NEGATIVE_INFINITY
  #nextAt: number | null = null
  /** Until then a wait in the lane was announced already. */
  readonly #announcedUntil = { interactive: Number.NEGATIVE_INFINITY, background: Number.NEGATIVE_INFINITY }

  constructor(options: BudgetOptions, parts: BudgetParts = {}) {
    const { desk = randomUUID(), ledger = openMemoryLedger(), record, onEvent = () => {} } = parts
    const { clock = () => performance.now() } = parts
    this.#options = { ...SHARED_TIMES, ...options }
    this.#desk = desk
    this.#copy = new LedgerCopy(ledger, this.#options, clock)
    this.#record = record
    this.#onEvent = onEvent
    this.#clock = clock
    const toCall = (leftMs: number) => ({ id: 0, person: null, at: clock() + leftMs - options.windowMs })
    this.#answered = (record?.earlier ?? []).map(toCall)
    this.#poller = new Poller({
      poll: () => this.#exchange(),
      next: () => this.#next(),
      onFailure: (error, { isNew }) => {
        if (isNew) onEvent({ event: 'lost', error, waiting: this.#waiters.size })
        if (this.#isLost()) this.#refusePeople()
      },
      onRecovery: ms => onEvent({ event: 'found', ms, waiting: this.#waiters.size }),
      clock,
    })
    ledger.listen(() => {
      this.#copy.markOutdated()
      if (this.#waiters.size > 0) this.#poller.request()
    })
  }

  /**
   * Waits for a place. Throws the signal's reason when it aborts first, `busy` when a person would wait too long, and
   * `budget_unreachable` without the ledger. Calls without a person count together as one person's.
   */
  async acquire(lane: Lane, options: AcquireOptions = {}): Promise<Permit> {
    const { signal, last = false, person = '', changes = false } = options
    signal?.throwIfAborted()
    const isPerson = lane === 'interactive'
    if (isPerson && this.#isLost()) {
      this.#poller.request()
      throw unreachable()
    }
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<Permit>()
    const askedAt = this.#clock()
    const leave = (reason: unknown) => {
      if (this.#waiters.delete(id)) this.#poller.request()
      reject(reason)
    }
    this.#waiters.set(id, { lane, person, changes, last, askedAt, resolve, reject })
    const onAbort = () => leave(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    const patience =
      isPerson && setTimeout(() => leave(this.#busy(person, changes)), this.#options.interactiveWaitMs + 1)
    this.#poller.request()
    try {
      return await promise
    } finally {
      if (patience) clearTimeout(patience)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  /**
   * Announces a batch until the returned function is called: idle calls of every desk leave all places to it. Otherwise
   * they would start between two calls of the batch.
   */
  beginBatch(): () => void {
    const batch = {}
    this.#batches.add(batch)
    this.#poller.request()
    return () => {
      if (this.#batches.delete(batch)) this.#poller.request()
    }
  }

  /**
   * True while a person's refresh may cost calls: beyond a small share of the window, a cached answer is good enough.
   */
  mayRefresh(person: string): boolean {
    const { line, now } = this.#preview()
    return line.mayRefresh(person, now)
  }

  /**
   * Pauses the whole key at all desks, as the service asked with `Retry-After`. People who would wait too long are
   * refused.
   */
  pause(ms: number): void {
    const at = this.#clock()
    const begins = this.#pausedUntil <= at
    this.#pausedUntil = Math.max(this.#pausedUntil, at + ms)
    if (begins) this.#onEvent({ event: 'paused', ms, waiting: this.#waiters.size })
    this.#poller.request()
  }

  /** Returns the state of all desks together; `waiting` counts the calls of this desk. */
  state(): BudgetState {
    const { limit, windowMs, pollMs } = this.#options
    const waiting = { interactive: 0, background: 0, idle: 0 }
    for (const { lane } of this.#waiters.values()) waiting[lane] += 1
    const { line, now, ageMs } = this.#preview()
    if ((ageMs === null || ageMs > pollMs) && this.#poller.failingMs === null) this.#poller.request()
    if (this.#isLost()) return { limit, windowMs, free: 0, nextFreeMs: RETRY_MAX_MS, waiting }
    const nextFreeMs = Math.max(0, Math.ceil(line.roomAt(now) - now))
    return { limit, windowMs, free: line.free(now), nextFreeMs, waiting }
  }

  /** Milliseconds until the last of this many further calls may start, without calls of others. */
  msUntilLast(calls: number): number {
    const { limit, windowMs } = this.#options
    if (this.#isLost()) return RETRY_MAX_MS + Math.max(0, Math.ceil(calls / limit) - 1) * windowMs
    const { line, now } = this.#preview()
    return Math.max(0, line.lastBeginsAt(calls, now) - now)
  }

  async #exchange(): Promise<void> {
    let reported = 0
    const { decision, askedAt, nextAt } = await this.#copy.exchange(askedAt => {
      reported = this.#answered.length
      return this.#report(askedAt)
    })
    if (decision.isChanged) this.#answered = this.#answered.slice(reported)
    this.#nextAt = nextAt
    this.#apply(decision, askedAt + this.#options.leaseMs)
  }

  /** Reports the state of this desk. The ledger's clock was not later than `askedAt`. */
  #report(askedAt: number): Report {
    return {
      desk: this.#desk,
      flights: [...this.#flights.values()],
      answered: this.#answered.map(({ at, ...flight }) => ({ ...flight, agoMs: askedAt - at })),
      isDue: this.#answered.some(({ at }) => this.#clock() - at >= this.#writeAfterMs()),
      waits: [...this.#waiters].map(([id, waiter]) => {
        const { lane, person, changes, last } = waiter
        return { id, lane, person, changes, last, agoMs: askedAt - waiter.askedAt }
      }),
      hasBatch: this.#batches.size > 0,
      pauseMs: Math.max(0, this.#pausedUntil - askedAt),
    }
  }

  /** Starts the granted calls, unless the lease has expired meanwhile or the service asked for a pause. */
  #apply({ granted, refused }: Decision, leaseUntil: number): void {
    const at = this.#clock()
    const mayBegin = at < leaseUntil && this.#pausedUntil <= at
    for (const id of granted) {
      const waiter = this.#waiters.get(id)
      if (waiter && mayBegin) {
        this.#waiters.delete(id)
        waiter.resolve(this.#begin(id, waiter))
      } else this.#poller.request()
    }
    for (const { id, waitMs } of refused) {
      const waiter = this.#waiters.get(id)
      if (!waiter) continue
      this.#waiters.delete(id)
      this.#announceWait('interactive', waitMs)
      waiter.reject(busy(waitMs))
    }
    const waitMs = this.#nextAt === null ? 0 : this.#nextAt - at
    for (const { lane } of this.#waiters.values()) this.#announceWait(lane, waitMs)
  }

  #begin(id: number, { lane, person }: Waiter): Permit {
    const flight = { id, person: lane === 'interactive' ? person : null }
    const recorded = this.#record?.begin() ?? null
    this.#flights.set(id, flight)
    return {
      arrived: () => {
        if (!this.#flights.delete(id)) return
        this.#record?.end(recorded, 'answered')
        this.#answered.push({ ...flight, at: this.#clock() })
        this.#poller.reschedule()
      },
      giveBack: () => {
        if (!this.#flights.delete(id)) return
        this.#record?.end(recorded, 'never made')
        this.#poller.request()
      },
    }
  }

  #preview() {
    const { ledger, now, ageMs } = this.#copy.current()
    const line = previewLine(ledger, this.#report(this.#clock()), { now, options: this.#options })
    return { line, now, ageMs }
  }

  #isLost(): boolean {
    return (this.#poller.failingMs ?? -1) >= this.#options.unreachableMs
  }

  #refusePeople(): void {
    for (const [id, { lane, reject }] of this.#waiters) {
      if (lane !== 'interactive') continue
      this.#waiters.delete(id)
      reject(unreachable())
    }
  }

  /** The error for a person whose patience ended in the line. */
  #busy(person: string, changes: boolean): DeskError {
    if (this.#poller.failingMs !== null) return unreachable()
    const { line, now } = this.#preview()
    return busy(Math.max(1000, line.roomAt(now, { person, changes }) - now))
  }

  /** Announces a wait once a window, not for each call; nothing during a pause, nor for thumbnails. */
  #announceWait(lane: Lane, ms: number): void {
    const at = this.#clock()
    if (lane === 'idle' || this.#pausedUntil > at || this.#announcedUntil[lane] > at) return
    this.#announcedUntil[lane] = at + this.#options.windowMs
    this.#onEvent({ event: 'waiting', lane, ms, waiting: this.#waiters.size })
  }

  /** Polls when a waiting call may get a place, when the lease must be renewed, or when answers must be written. */
  #next(): { ms: number | null; keepsProcess: boolean } {
    const { pollMs, leaseMs } = this.#options
    const keepsProcess = this.#waiters.size > 0
    const moments: number[] = []
    if (keepsProcess) moments.push(pollMs)
    if (keepsProcess && this.#nextAt !== null) moments.push(this.#nextAt - this.#clock())
    if (this.#flights.size > 0 || this.#batches.size > 0) moments.push(leaseMs / 3)
    const [first] = this.#answered
    if (first) moments.push(first.at + this.#writeAfterMs() - this.#clock())
    return { ms: moments.length > 0 ? Math.min(...moments) : null, keepsProcess }
  }

  #writeAfterMs(): number {
    return this.#options.windowMs * WRITE_AFTER
  }
}

/** The error for a person who finds the limit used up for `waitMs` milliseconds. */
function busy(waitMs: number): DeskError {
  return new DeskError('busy', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}

/** The error while the calls of all desks cannot be counted: then no call is made. */
function unreachable(): DeskError {
  return new DeskError('budget_unreachable', { neverSent: true, retryAfterSeconds: RETRY_MAX_MS / 1000 })
}
