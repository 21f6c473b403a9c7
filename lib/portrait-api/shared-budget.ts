import { DeskError } from '#lib/errors.ts'
import type { BudgetLedger } from '#lib/ports/budget-ledger.ts'
import {
  type AcquireOptions,
  type BudgetNews,
  type BudgetState,
  busy,
  type CallBudget,
  type Permit,
} from './budget.ts'
import type { Lane } from './call-line.ts'
import type { Flight, LedgerOptions } from './ledger.ts'
import { LedgerCopy } from './ledger-copy.ts'
import { LookLoop, RETRY_MAX_MS } from './look-loop.ts'
import { lookAt, type Report, type Settled } from './settle.ts'

export type SharedBudgetOptions = LedgerOptions & {
  /** A name that no other process has, nor this one after its next start. */
  desk: string
  /** While calls wait, the ledger is looked at that often, whatever is heard of it. */
  pollMs: number
  /** A person is told after so long without the ledger. */
  unreachableMs: number
}

type Place = { person: string | null }

type Waiter = {
  lane: Lane
  person: string
  changes: boolean
  last: boolean
  askedAt: number
  resolve(permit: Permit): void
  reject(reason: unknown): void
}

/** What is learned of calls that came back is told this much later: until then nobody misses it. */
const TELL_SHARE = 1 / 300

/**
 * The calls that one key may make, of all desks that share it. Each call has its place in a ledger before it sets off; what
 * this desk may do by it `settle.ts` decides.
 *
 * Without the ledger no call leaves: people are told, batches wait. The server's clock alone counts; of its own this desk
 * uses only how much time has passed. See docs/decisions/045-one-budget-for-all-desks.md.
 */
export class SharedBudget implements CallBudget {
  readonly #options: SharedBudgetOptions
  readonly #copy: LedgerCopy
  readonly #tell: (news: BudgetNews) => void
  readonly #clock: () => number
  readonly #waiters = new Map<number, Waiter>()
  readonly #flights = new Map<number, Place>()
  /** Calls that were answered and of which the ledger does not know it yet. */
  #answered: (Flight & { at: number })[] = []
  readonly #batches = new Set<object>()
  #lastId = 0
  #pausedUntil = Number.NEGATIVE_INFINITY
  #nextAt: number | null = null
  readonly #loop: LookLoop
  readonly #toldUntil = { interactive: Number.NEGATIVE_INFINITY, background: Number.NEGATIVE_INFINITY }

  constructor(
    options: SharedBudgetOptions,
    store: BudgetLedger,
    {
      tell = () => {},
      clock = () => performance.now(),
    }: { tell?: (news: BudgetNews) => void; clock?: () => number } = {},
  ) {
    this.#options = options
    this.#copy = new LedgerCopy(store, options, clock)
    this.#tell = tell
    this.#clock = clock
    this.#loop = new LookLoop({
      look: () => this.#exchange(),
      next: () => this.#next(),
      lost: (error, { isNew }) => {
        if (isNew) this.#tell({ event: 'lost', error, waiting: this.#waiters.size })
        if (this.#isLost()) this.#refusePeople()
      },
      found: ms => this.#tell({ event: 'found', ms, waiting: this.#waiters.size }),
      clock,
    })
    store.listen(() => {
      this.#copy.doubt()
      if (this.#waiters.size > 0) this.#loop.look()
    })
  }

  /** As `Budget.acquire`; throws `budget_unreachable` as well. */
  async acquire(lane: Lane, options: AcquireOptions = {}): Promise<Permit> {
    const { signal, last = false, person = '', changes = false } = options
    signal?.throwIfAborted()
    const isPerson = lane === 'interactive'
    if (isPerson && this.#isLost()) {
      this.#loop.look()
      throw unreachable()
    }
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<Permit>()
    const askedAt = this.#clock()
    const leave = (reason: unknown) => {
      if (this.#waiters.delete(id)) this.#loop.look()
      reject(reason)
    }
    this.#waiters.set(id, { lane, person, changes, last, askedAt, resolve, reject })
    const onAbort = () => leave(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    const patience =
      isPerson && setTimeout(() => leave(this.#busy(person, changes)), this.#options.interactiveWaitMs + 1)
    this.#loop.look()
    try {
      return await promise
    } finally {
      if (patience) clearTimeout(patience)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  /** As `Budget.beginBatch`: what is idle at any desk leaves the batch all places. */
  beginBatch(): () => void {
    const batch = {}
    this.#batches.add(batch)
    this.#loop.look()
    return () => {
      if (this.#batches.delete(batch)) this.#loop.look()
    }
  }

  mayRefresh(person: string): boolean {
    const known = this.#copy.now()
    return !known || lookAt(known.ledger, known.now, this.#options).mayRefresh(person, known.now)
  }

  /** Stops the whole key, at all desks. */
  pause(ms: number): void {
    const at = this.#clock()
    const begins = this.#pausedUntil <= at
    this.#pausedUntil = Math.max(this.#pausedUntil, at + ms)
    if (begins) this.#tell({ event: 'paused', ms, waiting: this.#waiters.size })
    this.#loop.look()
  }

  /** As all desks together have it; `waiting` are those of this one. */
  state(): BudgetState {
    const { limit, windowMs, pollMs } = this.#options
    const waiting = { interactive: 0, background: 0, idle: 0 }
    for (const { lane } of this.#waiters.values()) waiting[lane] += 1
    const known = this.#copy.now()
    const isOld = !known || known.ageMs > pollMs
    if (isOld && this.#loop.lostMs === null) this.#loop.look()
    if (this.#isLost()) return { limit, windowMs, free: 0, nextFreeMs: RETRY_MAX_MS, waiting }
    if (!known) return { limit, windowMs, free: limit, nextFreeMs: 0, waiting }
    const line = lookAt(known.ledger, known.now, this.#options)
    const nextFreeMs = Math.max(0, Math.ceil(line.roomAt(known.now) - known.now))
    return { limit, windowMs, free: line.free(known.now), nextFreeMs, waiting }
  }

  /** As `Budget.msUntilLast`, of all desks together. */
  msUntilLast(calls: number): number {
    const { limit, windowMs } = this.#options
    const known = this.#copy.now()
    if (!known || this.#isLost())
      return this.state().nextFreeMs + Math.max(0, Math.ceil(calls / limit) - 1) * windowMs
    const line = lookAt(known.ledger, known.now, this.#options)
    return Math.max(0, line.lastBeginsAt(calls, known.now) - known.now)
  }

  async #exchange(): Promise<void> {
    let told = 0
    const { settled, askedAt, nextAt } = await this.#copy.settle(askedAt => {
      told = this.#answered.length
      return this.#report(askedAt)
    })
    if (settled.isChanged) this.#answered = this.#answered.slice(told)
    this.#nextAt = nextAt
    this.#apply(settled, askedAt + this.#options.leaseMs)
  }

  /** Everything that this desk has to tell, with its time before `askedAt`: the server's was not later then. */
  #report(askedAt: number): Report {
    return {
      desk: this.#options.desk,
      flights: [...this.#flights].map(([id, { person }]): Flight => ({ id, person })),
      answered: this.#answered.map(({ at, ...flight }) => ({ ...flight, agoMs: askedAt - at })),
      mustTell: this.#answered.some(({ at }) => this.#clock() - at >= this.#tellMs()),
      waits: [...this.#waiters].map(([id, waiter]) => {
        const { lane, person, changes, last } = waiter
        return { id, lane, person, changes, last, agoMs: askedAt - waiter.askedAt }
      }),
      hasBatch: this.#batches.size > 0,
      pauseMs: Math.max(0, this.#pausedUntil - askedAt),
    }
  }

  /** Lets in whom the ledger has given a place, unless the lease is over by now or the service has asked for a pause. */
  #apply({ granted, refused }: Settled, leaseUntil: number): void {
    const at = this.#clock()
    const mayBegin = at < leaseUntil && this.#pausedUntil <= at
    for (const id of granted) {
      const waiter = this.#waiters.get(id)
      if (waiter && mayBegin) {
        this.#waiters.delete(id)
        waiter.resolve(this.#begin(id, waiter))
      } else this.#loop.look()
    }
    for (const { id, waitMs } of refused) {
      const waiter = this.#waiters.get(id)
      if (!waiter) continue
      this.#waiters.delete(id)
      this.#tellWait('interactive', waitMs)
      waiter.reject(busy(waitMs))
    }
    const waitMs = this.#nextAt === null ? 0 : this.#nextAt - at
    for (const { lane } of this.#waiters.values()) this.#tellWait(lane, waitMs)
  }

  #begin(id: number, { lane, person }: Waiter): Permit {
    const place = { person: lane === 'interactive' ? person : null }
    this.#flights.set(id, place)
    return {
      arrived: () => {
        if (!this.#flights.delete(id)) return
        this.#answered.push({ id, ...place, at: this.#clock() })
        this.#loop.wakeLater()
      },
      giveBack: () => {
        if (this.#flights.delete(id)) this.#loop.look()
      },
    }
  }

  #isLost(): boolean {
    return (this.#loop.lostMs ?? -1) >= this.#options.unreachableMs
  }

  #refusePeople(): void {
    for (const [id, { lane, reject }] of this.#waiters) {
      if (lane !== 'interactive') continue
      this.#waiters.delete(id)
      reject(unreachable())
    }
  }

  /** For a person whose patience ended in the line. */
  #busy(person: string, changes: boolean): DeskError {
    if (this.#loop.lostMs !== null) return unreachable()
    const known = this.#copy.now()
    if (!known) return busy(1000)
    const line = lookAt(known.ledger, known.now, this.#options)
    return busy(Math.max(1000, line.roomAt(known.now, { person, changes }) - known.now))
  }

  /** Once a window, not for each call; a pause has been told already, and for thumbnails nobody waits. */
  #tellWait(lane: Lane, ms: number): void {
    const at = this.#clock()
    if (lane === 'idle' || this.#pausedUntil > at || this.#toldUntil[lane] > at) return
    this.#toldUntil[lane] = at + this.#options.windowMs
    this.#tell({ event: 'waiting', lane, ms, waiting: this.#waiters.size })
  }

  /** When something can change for what waits, the lease has to go on, or what was answered has to be told. */
  #next(): { ms: number | null; keeps: boolean } {
    const { pollMs, leaseMs } = this.#options
    const keeps = this.#waiters.size > 0
    const moments: number[] = []
    if (keeps) moments.push(pollMs)
    if (keeps && this.#nextAt !== null) moments.push(this.#nextAt - this.#clock())
    if (this.#flights.size > 0 || this.#batches.size > 0) moments.push(leaseMs / 3)
    const [first] = this.#answered
    if (first) moments.push(first.at + this.#tellMs() - this.#clock())
    return { ms: moments.length > 0 ? Math.min(...moments) : null, keeps }
  }

  #tellMs(): number {
    return this.#options.windowMs * TELL_SHARE
  }
}

/** The calls of all desks cannot be counted, so none is made. */
function unreachable(): DeskError {
  return new DeskError('budget_unreachable', { neverSent: true, retryAfterSeconds: RETRY_MAX_MS / 1000 })
}
