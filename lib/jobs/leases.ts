import 'server-only'
import { randomUUID } from 'node:crypto'
import { DeskError } from '#lib/errors.ts'
import { currentLeases, type HeldLease, withLeases } from '#lib/held-leases.ts'
import { oneAtATime } from '#lib/one-at-a-time.ts'
import { getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'
import { getPostgres } from '#lib/store/database.ts'
import { createLeaseStore, type LeaseStore } from '#lib/store/lease-store.ts'

/** Of a lease: renewed after this part of it, and good for a call only while this part of it is left. */
const RENEW_AFTER = 1 / 4
const MARGIN = 1 / 2
/** Whoever waits for a lease looks again so often when no news come. */
const LOOK_MS = 250

/** What a holder is told: it is lost, or another desk asks for it. In either case nothing new is begun. */
type PutDown = () => void

/**
 * The leases of this process. With the embedded database there are none: who owns the file (034) has no others beside it, and
 * nothing is written down. See docs/decisions/046-leases-with-tokens.md.
 */
export class Leases {
  readonly #store: LeaseStore
  readonly #held = new Set<Lease>()
  readonly #waiting = new Set<() => void>()
  readonly owner = randomUUID()
  readonly ms: number
  /** Tells other desks that a lease is wanted or free; they look by themselves, a little later, when they do not hear it. */
  tell: (name: string) => void = () => {}
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(store: LeaseStore, ms: number) {
    this.#store = store
    this.ms = ms
  }

  open(name: string, putDown: PutDown = () => {}): Lease {
    return new Lease(this, name, putDown)
  }

  /** Null while another desk has it. */
  async take(lease: Lease): Promise<number | null> {
    const token = await this.#store.take(lease.name, this)
    if (token === null) return null
    this.#held.add(lease)
    this.#beatLater()
    return token
  }

  /** Asks whoever has it to hand it over, and comes back when it is ours. Throws the reason of an abort. */
  async waitFor(lease: Lease, signal?: AbortSignal): Promise<void> {
    while (!(await lease.take())) {
      await this.#store.want(lease.name, this.owner)
      this.tell(lease.name)
      await this.#aMoment(signal)
    }
  }

  forget(lease: Lease): void {
    this.#held.delete(lease)
  }

  async giveBack({ name }: Lease, token: number, as: 'done' | 'free'): Promise<void> {
    await this.#store.giveBack(name, { token, ms: this.ms, as })
    this.tell(name)
  }

  /** By name, those of other desks (`lasts`), and those that have run out. */
  async listOthers(): Promise<Map<string, { lasts: boolean }>> {
    const all = await this.#store.list()
    return new Map([...all].filter(([, { owner, lasts }]) => !lasts || owner !== this.owner))
  }

  /** What another desk has told: whoever waits looks now, and what is wanted of us is put down. */
  hear(): void {
    for (const look of this.#waiting) look()
    if (this.#held.size > 0) void this.renew().catch(() => {})
  }

  /** Of each that is held: renewed, lost, or wanted by another desk. */
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
        if (row.wanted_by !== null) lease.putDown()
      }
    }
  }

  #beatLater(): void {
    this.#timer ??= setTimeout(async () => {
      // Without its database a desk cannot say that it is there; what it would write finds out.
      await this.renew().catch(() => {})
      this.#timer = undefined
      if (this.#held.size > 0) this.#beatLater()
    }, this.ms * RENEW_AFTER).unref()
  }

  async #aMoment(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    const { promise, resolve } = Promise.withResolvers<void>()
    const end = () => resolve()
    const timer = setTimeout(end, Math.min(LOOK_MS, this.ms * RENEW_AFTER))
    this.#waiting.add(end)
    signal?.addEventListener('abort', end)
    await promise
    signal?.removeEventListener('abort', end)
    this.#waiting.delete(end)
    clearTimeout(timer)
    signal?.throwIfAborted()
  }
}

/** One thing of which this desk has the work. */
export class Lease implements HeldLease {
  readonly name: string
  putDown: PutDown
  token: number | null = null
  isLost = false
  readonly #all: Leases
  #since = Moment.now()

  constructor(all: Leases, name: string, putDown: PutDown) {
    this.#all = all
    this.name = name
    this.putDown = putDown
  }

  /** False while another desk has it. What is held already stays so; what was lost is. */
  async take(): Promise<boolean> {
    if (this.token !== null) return !this.isLost
    const began = Moment.now()
    const token = await this.#all.take(this)
    if (token === null) return false
    this.token = token
    this.#since = began
    return true
  }

  lastsFrom(since: Moment): void {
    this.#since = since
  }

  lose(): void {
    if (this.isLost || this.token === null) return
    this.isLost = true
    this.#all.forget(this)
    this.putDown()
  }

  async requireLasting(): Promise<void> {
    if (!this.#lasts()) await this.#all.renew()
    if (!this.#lasts() || this.isLost) throw new DeskError('cancelled', { neverSent: true })
  }

  /** `free`: there is something left to do, for whoever comes first. Where the database does not answer it runs out. */
  async giveBack(as: 'done' | 'free'): Promise<void> {
    const { token, isLost } = this
    this.forget()
    if (token !== null && !isLost) await this.#all.giveBack(this, token, as).catch(() => {})
  }

  /** The lease itself lasts, for another part of this process that has taken it. */
  forget(): void {
    this.token = null
    this.#all.forget(this)
  }

  #lasts(): boolean {
    return this.#since.msAgo() < this.#all.ms * MARGIN
  }
}

/** By both clocks: one stands still while the machine sleeps, and the other may be set back. */
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

/** Null where one process has the database for itself. */
export function getLeases(): Leases | null {
  return singleton('leases', () => {
    const server = getPostgres()
    // Not the fenced one: a lease is claimed and renewed whatever else is held.
    return server && new Leases(createLeaseStore(server), getEnv().jobLeaseMs)
  })
}

/** Runs what has the same name one after the other, over all desks; whoever holds it is asked to hand it over. */
export async function holdLease<Result>(
  name: string,
  run: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const leases = getLeases()
  return oneAtATime(name, async () => {
    if (!leases) return run()
    const lease = leases.open(name)
    await leases.waitFor(lease, signal)
    try {
      return await withLeases([...currentLeases(), lease], run)
    } finally {
      await lease.giveBack('done')
    }
  })
}

/** By name, which jobs other desks work on, and which of theirs nobody does any more (`lasts`). */
export async function listLeases(): Promise<ReadonlyMap<string, { lasts: boolean }>> {
  return (await getLeases()?.listOthers()) ?? new Map()
}
