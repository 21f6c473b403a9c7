import { LANES, type Lane } from './budget.ts'

type ReadCacheOptions = {
  /** How long an answer counts as known, in milliseconds; 0 keeps nothing but still shares reads in flight. */
  keepMs: number
  /** Answers kept at most; the one that was unused longest goes first. */
  maxEntries: number
}

export type ReadOptions = {
  lane: Lane
  signal?: AbortSignal
  /** "Refresh": ask the service even when the answer is known. */
  fresh?: boolean
}

/** How a read speaks with its call, and the call with its read. */
export type Flight = {
  /** Aborts when nobody waits for the answer any more. */
  signal: AbortSignal
  /** Takes the call out of the line, because a person is quicker. */
  recall: AbortSignal
  /** To be told when the call has its place: from now on nobody would be quicker. */
  begun: () => void
}

type Load<Value> = (flight: Flight) => Promise<Value>

type Running = {
  lane: Lane
  begun: boolean
  passengers: number
  value: Promise<unknown>
  end: AbortController
  recall: AbortController
}

/** Not an error: somebody quicker asks for the same. */
class Recalled extends Error {}

/**
 * What one key has read lately, by address. Equal reads in flight are one call, a known answer is no call, and a
 * write forgets what it touched, also for reads that began before it and have not landed yet.
 * See docs/decisions/013-who-may-see-a-photo.md.
 */
export class ReadCache {
  readonly #options: ReadCacheOptions
  readonly #known = new Map<string, { value: unknown; until: number }>()
  readonly #flights = new Map<string, Running>()

  constructor(options: ReadCacheOptions) {
    this.#options = options
  }

  /**
   * The answer at this address. `load` gets a signal of its own, which aborts when nobody waits any more; one
   * impatient caller does not take the answer away from the others.
   */
  async read<Value>(address: string, load: Load<Value>, options: ReadOptions): Promise<Value> {
    const { lane, signal, fresh = false } = options
    signal?.throwIfAborted()
    const known = this.#known.get(address)
    if (known && !fresh && known.until > performance.now()) {
      this.#keep(address, known)
      return known.value as Value
    }
    const flight = this.#join(address, lane) ?? this.#depart(address, lane, load)
    try {
      return (await this.#ride(flight, signal)) as Value
    } catch (error) {
      if (error !== flight.recall.signal.reason) throw error
      return this.read(address, load, options)
    }
  }

  /** Forgets the addresses that a write has touched. */
  forget(touched: (address: string) => boolean): void {
    for (const address of this.#known.keys()) if (touched(address)) this.#known.delete(address)
    for (const address of this.#flights.keys()) if (touched(address)) this.#flights.delete(address)
  }

  /**
   * A person never waits behind a batch: a call of the batch that is still in the line is taken back, and the batch comes
   * along with the person. One that has begun is as quick as a call of the person's own.
   */
  #join(address: string, lane: Lane): Running | undefined {
    const flight = this.#flights.get(address)
    if (!flight || flight.begun || LANES.indexOf(flight.lane) <= LANES.indexOf(lane)) return flight
    flight.recall.abort(new Recalled())
    return undefined
  }

  #depart(address: string, lane: Lane, load: Load<unknown>): Running {
    const [end, recall] = [new AbortController(), new AbortController()]
    const begun = () => {
      flight.begun = true
    }
    const flight: Running = { lane, end, recall, begun: false, passengers: 0, value: Promise.resolve() }
    flight.value = load({ signal: end.signal, recall: recall.signal, begun })
    this.#flights.set(address, flight)
    flight.value.then(
      value => {
        if (this.#flights.get(address) !== flight) return
        this.#flights.delete(address)
        this.#keep(address, { value, until: performance.now() + this.#options.keepMs })
      },
      () => {
        if (this.#flights.get(address) === flight) this.#flights.delete(address)
      },
    )
    return flight
  }

  async #ride(flight: Running, signal: AbortSignal | undefined): Promise<unknown> {
    flight.passengers += 1
    const { promise: left, reject } = Promise.withResolvers<never>()
    const leave = () => reject(signal?.reason)
    signal?.addEventListener('abort', leave, { once: true })
    try {
      return await Promise.race([flight.value, left])
    } finally {
      signal?.removeEventListener('abort', leave)
      flight.passengers -= 1
      if (flight.passengers === 0 && signal?.aborted) this.#abandon(flight, signal.reason)
    }
  }

  #abandon(flight: Running, reason: unknown): void {
    for (const [address, other] of this.#flights) if (other === flight) this.#flights.delete(address)
    flight.end.abort(reason)
  }

  #keep(address: string, entry: { value: unknown; until: number }): void {
    if (this.#options.keepMs <= 0) return
    this.#known.delete(address)
    this.#known.set(address, entry)
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= this.#options.maxEntries) break
      this.#known.delete(oldest)
    }
  }
}
