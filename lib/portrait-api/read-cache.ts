type ReadCacheOptions = {
  /** Milliseconds for which an answer is cached; 0 caches nothing but still shares reads in flight. */
  keepMs: number
  /** Maximum number of cached answers; the least recently used is dropped first. */
  maxEntries: number
}

export type ReadOptions = {
  /** The line in which the call waits: callers in the same line wait for the same call. */
  line: string
  signal?: AbortSignal
  /** "Refresh": asks the service even when the answer is cached. */
  fresh?: boolean
  /** Ignores answers whose call was sent before this moment (ms, monotonic), cached or in flight. */
  since?: number
}

/** The connection between a read and its call. */
export type InFlight = {
  /** Aborts when no caller waits for the answer any more. */
  signal: AbortSignal
  /** Cancels the waiting call, because the same call in another line has started. */
  recall: AbortSignal
  /** To be called when the call has its place: callers in other lines then wait for this call. */
  begun: () => void
}

type Load<Value> = (request: InFlight) => Promise<Value>

type Running = {
  line: string
  begun: boolean
  /** When the call was last sent (ms, monotonic); for a waiting call, the earliest time. */
  sentAt: number
  waiting: number
  value: Promise<unknown>
  end: AbortController
  recall: AbortController
}

type Known = { value: unknown; until: number; sentAt: number }

/** Internal signal: an identical call in another line started first. */
class Recalled extends Error {}

/**
 * The recent reads of one key, by address. Equal reads in flight share one call, and a cached answer needs none. A
 * write forgets what it touched, including reads that began before the write and are still in flight. See
 * docs/decisions/013-who-may-see-a-photo.md.
 */
export class ReadCache {
  readonly #options: ReadCacheOptions
  readonly #known = new Map<string, Known>()
  /** Calls by address: at most one that has started, and one waiting in each line. */
  readonly #running = new Map<string, Running[]>()

  constructor(options: ReadCacheOptions) {
    this.#options = options
  }

  /**
   * Returns the answer at this address. `load` gets a signal of its own, which aborts when no caller waits any more:
   * one caller that aborts does not take the answer away from the others.
   */
  async read<Value>(address: string, load: Load<Value>, options: ReadOptions): Promise<Value> {
    const { line, signal, fresh = false, since = Number.NEGATIVE_INFINITY } = options
    signal?.throwIfAborted()
    const known = this.#known.get(address)
    if (known && !fresh && known.sentAt >= since && known.until > performance.now()) {
      this.#keep(address, known)
      return known.value as Value
    }
    const request = this.#join(address, line, since) ?? this.#depart(address, line, load)
    try {
      return (await this.#waitFor(request, signal)) as Value
    } catch (error) {
      if (error !== request.recall.signal.reason) throw error
      return this.read(address, load, options)
    }
  }

  /** Drops the addresses that a write has touched. */
  forget(touched: (address: string) => boolean): void {
    for (const address of this.#known.keys()) if (touched(address)) this.#known.delete(address)
    for (const address of this.#running.keys()) if (touched(address)) this.#running.delete(address)
  }

  /**
   * Finds a call to wait for. A caller never waits in another line: neither behind a batch nor behind another person. A
   * call that has started is as fast as an own one.
   */
  #join(address: string, line: string, since: number): Running | undefined {
    const running = this.#running.get(address)
    return running?.find(request => (request.begun ? request.sentAt >= since : request.line === line))
  }

  #depart(address: string, line: string, load: Load<unknown>): Running {
    const [end, recall] = [new AbortController(), new AbortController()]
    const begun = () => {
      request.begun = true
      request.sentAt = performance.now()
      const others = this.#running.get(address) ?? []
      if (!others.includes(request)) return
      for (const other of others) if (!other.begun) other.recall.abort(new Recalled())
      this.#running.set(address, [request])
    }
    const request: Running = {
      line,
      end,
      recall,
      begun: false,
      sentAt: performance.now(),
      waiting: 0,
      value: Promise.resolve(),
    }
    this.#running.set(address, [...(this.#running.get(address) ?? []), request])
    request.value = load({ signal: end.signal, recall: recall.signal, begun })
    request.value.then(
      value => {
        if (this.#leave(address, request))
          this.#keep(address, {
            value,
            until: performance.now() + this.#options.keepMs,
            sentAt: request.sentAt,
          })
      },
      () => void this.#leave(address, request),
    )
    return request
  }

  /** True when later reads could still join the request: no write has touched its address. */
  #leave(address: string, request: Running): boolean {
    const running = this.#running.get(address) ?? []
    const others = running.filter(other => other !== request)
    if (others.length > 0) this.#running.set(address, others)
    else this.#running.delete(address)
    return others.length < running.length
  }

  async #waitFor(request: Running, signal: AbortSignal | undefined): Promise<unknown> {
    request.waiting += 1
    const { promise: left, reject } = Promise.withResolvers<never>()
    const leave = () => reject(signal?.reason)
    signal?.addEventListener('abort', leave, { once: true })
    try {
      return await Promise.race([request.value, left])
    } finally {
      signal?.removeEventListener('abort', leave)
      request.waiting -= 1
      if (request.waiting === 0 && signal?.aborted) this.#abandon(request, signal.reason)
    }
  }

  #abandon(request: Running, reason: unknown): void {
    for (const address of this.#running.keys()) this.#leave(address, request)
    request.end.abort(reason)
  }

  #keep(address: string, entry: Known): void {
    if (this.#options.keepMs <= 0) return
    this.#known.delete(address)
    this.#known.set(address, entry)
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= this.#options.maxEntries) break
      this.#known.delete(oldest)
    }
  }
}
