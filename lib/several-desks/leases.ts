import 'server-only'
import { randomUUID } from 'node:crypto'
import { DeskError } from '#lib/errors.ts'
import type { JobClaim } from '#lib/ports/job-claims.ts'
import { type HeldLease, withLeases } from './held-leases.ts'
import type { LeaseStore } from './lease-store.ts'

/** Shares of a lease: renewed after the first, and sufficient for a call only while the second is left. */
const RENEW_AFTER = 1 / 4
const MARGIN = 1 / 2
/** Milliseconds between two attempts to take a requested lease, unless an event comes earlier. */
const POLL_MS = 250

/** Called when another desk has claimed the lease or requests it: nothing new may begin. */
type OnLost = () => void

/** The leases of this process. See docs/decisions/046-leases-with-tokens.md. */
export class Leases {
  readonly #store: LeaseStore
  readonly #held = new Set<Lease>()
  readonly #waiting = new Set<() => void>()
  readonly owner = randomUUID()
  readonly ms: number
  /** Notifies the other desks that a lease is requested or free. A desk that misses it polls a little later. */
  publish: (name: string) => void = () => {}
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(store: LeaseStore, ms: number) {
    this.#store = store
    this.ms = ms
  }

  open(name: string, onLost: OnLost = () => {}): Lease {
    return new Lease(this, name, onLost)
  }

  /** Returns the token of the lease, or null while another desk has it. */
  async take(lease: Lease): Promise<number | null> {
    const token = await this.#store.take(lease.name, this)
    if (token === null) return null
    this.#held.add(lease)
    this.#renewLater()
    return token
  }

  /** Asks the holder to hand the lease over, and resolves when this desk has it. Throws the reason of an abort. */
  async request(lease: Lease, signal?: AbortSignal): Promise<void> {
    while (!(await lease.take())) {
      await this.#store.want(lease.name, this.owner)
      this.publish(lease.name)
      await this.#untilEventOrPoll(signal)
    }
  }

  forget(lease: Lease): void {
    this.#held.delete(lease)
  }

  async release({ name }: Lease, token: number, as: 'done' | 'free'): Promise<void> {
    await this.#store.release(name, { token, ms: this.ms, as })
    this.publish(name)
  }

  /** Lists leases by name: valid ones of other desks (`lasts`), and all that have expired. */
  async listOthers(): Promise<Map<string, { lasts: boolean }>> {
    const all = await this.#store.list()
    return new Map([...all].filter(([, { owner, lasts }]) => !lasts || owner !== this.owner))
  }

  /** Another desk has requested or released a lease: retries requests, and releases what is requested here. */
  onEvent(): void {
    for (const retry of this.#waiting) retry()
    if (this.#held.size > 0) void this.renew().catch(() => {})
  }

  /** Renews every held lease, and finds those that are lost or requested by another desk. */
  async renew(): Promise<void> {
    const held = [...this.#held].filter(({ token, isLost }) => token !== null && !isLost)
    if (held.length === 0) return
    const began = Moment.now()
    const rows = await this.#store.renew([...new Set(held.map(({ name }) => name))], this)
    const found = new Map(rows.map(row => [row.name, row]))
    for (const lease of held) {
      const row = found.get(lease.name)
      if (!row || row.token !== lease.token) lease.lose()
      else {
        lease.lastsFrom(began)
        if (row.wanted_by !== null) lease.onLost()
      }
    }
  }

  #renewLater(): void {
    this.#timer ??= setTimeout(async () => {
      // Without the database no lease can be renewed; the next write then finds out whether it is lost.
      await this.renew().catch(() => {})
      this.#timer = undefined
      if (this.#held.size > 0) this.#renewLater()
    }, this.ms * RENEW_AFTER).unref()
  }

  async #untilEventOrPoll(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    const { promise, resolve } = Promise.withResolvers<void>()
    const end = () => resolve()
    const timer = setTimeout(end, Math.min(POLL_MS, this.ms * RENEW_AFTER))
    this.#waiting.add(end)
    signal?.addEventListener('abort', end)
    await promise
    signal?.removeEventListener('abort', end)
    this.#waiting.delete(end)
    clearTimeout(timer)
    signal?.throwIfAborted()
  }
}

/** A lease of this desk, or its attempt to get one. */
export class Lease implements HeldLease, JobClaim {
  readonly name: string
  onLost: OnLost
  token: number | null = null
  isLost = false
  readonly #all: Leases
  #since = Moment.now()

  constructor(all: Leases, name: string, onLost: OnLost) {
    this.#all = all
    this.name = name
    this.onLost = onLost
  }

  /** False while another desk has the lease. A held lease stays held, a lost one stays lost. */
  async take(): Promise<boolean> {
    if (this.token !== null) return !this.isLost
    const began = Moment.now()
    const token = await this.#all.take(this)
    if (token === null) return false
    this.token = token
    this.#since = began
    return true
  }

  request(signal?: AbortSignal): Promise<void> {
    return this.#all.request(this, signal)
  }

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return withLeases([this], work)
  }

  lastsFrom(since: Moment): void {
    this.#since = since
  }

  lose(): void {
    if (this.isLost || this.token === null) return
    this.isLost = true
    this.#all.forget(this)
    this.onLost()
  }

  async requireLasting(): Promise<void> {
    if (!this.#lasts()) await this.#all.renew()
    if (!this.#lasts() || this.isLost) throw new DeskError('cancelled', { neverSent: true })
  }

  /** Ends the lease; without the database it expires. `free`: part of the work is left for another desk. */
  async release(as: 'done' | 'free'): Promise<void> {
    const { token, isLost } = this
    this.detach()
    if (token !== null && !isLost) await this.#all.release(this, token, as).catch(() => {})
  }

  releaseOnRequest(): void {
    this.onLost = () => void this.release('done')
  }

  detach(): void {
    this.token = null
    this.#all.forget(this)
  }

  #lasts(): boolean {
    return this.#since.msAgo() < this.#all.ms * MARGIN
  }
}

/** A point in time by both clocks: one stops while the machine sleeps, the other may be set back. */
class Moment {
  readonly #monotonic = performance.now()
  readonly #wall = Date.now()

  static now(): Moment {
    return new Moment()
  }

  msAgo(): number {
    return Math.max(performance.now() - this.#monotonic, Date.now() - this.#wall)
  }
}
