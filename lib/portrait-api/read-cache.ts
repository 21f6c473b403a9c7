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

type Flight = { lane: Lane; value: Promise<unknown>; passengers: number; controller: AbortController }

/**
 * What one key has read lately, by address. Equal reads in flight are one call, a known answer is no call, and a
 * write forgets what it touched, also for reads that began before it and have not landed yet.
 */
export class ReadCache {
  readonly #options: ReadCacheOptions
  readonly #known = new Map<string, { value: unknown; until: number }>()
  readonly #flights = new Map<string, Flight>()

  constructor(options: ReadCacheOptions) {
    this.#options = options
  }

  /**
   * The answer at this address. `load` gets a signal of its own, which aborts when nobody waits any more; one
   * impatient caller does not take the answer away from the others.
   */
  async read<Value>(
    address: string,
    load: (signal: AbortSignal) => Promise<Value>,
    { lane, signal, fresh = false }: ReadOptions,
  ): Promise<Value> {
    signal?.throwIfAborted()
    const known = this.#known.get(address)
    if (known && !fresh && known.until > performance.now()) {
      this.#keep(address, known)
      return known.value as Value
    }
    const flight = this.#join(address, lane) ?? this.#depart(address, lane, load)
    return this.#ride(flight, signal) as Promise<Value>
  }

  /** Forgets the addresses that a write has touched. */
  forget(touched: (address: string) => boolean): void {
    for (const address of this.#known.keys()) if (touched(address)) this.#known.delete(address)
    for (const address of this.#flights.keys()) if (touched(address)) this.#flights.delete(address)
  }

  /** A person never joins a read that waits behind a batch: that would put the person behind the batch too. */
  #join(address: string, lane: Lane): Flight | undefined {
    const flight = this.#flights.get(address)
    return flight && LANES.indexOf(flight.lane) <= LANES.indexOf(lane) ? flight : undefined
  }

  #depart(address: string, lane: Lane, load: (signal: AbortSignal) => Promise<unknown>): Flight {
    const controller = new AbortController()
    const flight: Flight = { lane, controller, passengers: 0, value: load(controller.signal) }
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

  async #ride(flight: Flight, signal: AbortSignal | undefined): Promise<unknown> {
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

  #abandon(flight: Flight, reason: unknown): void {
    for (const [address, other] of this.#flights) if (other === flight) this.#flights.delete(address)
    flight.controller.abort(reason)
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
