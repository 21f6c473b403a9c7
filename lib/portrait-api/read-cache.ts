type ReadCacheOptions = {
  /** How long an answer counts as known, in milliseconds; 0 keeps nothing but still shares reads in flight. */
  keepMs: number
  /** Answers kept at most; the one that was unused longest goes first. */
  maxEntries: number
}

export type ReadOptions = {
  /** Where its call waits: who stands in the same line waits for the same call. */
  line: string
  signal?: AbortSignal
  /** "Refresh": ask the service even when the answer is known. */
  fresh?: boolean
  /** No answer counts whose call was sent before this moment (ms, monotonic), known or on its way. */
  since?: number
}

/** How a read speaks with its call, and the call with its read. */
export type InFlight = {
  /** Aborts when nobody waits for the answer any more. */
  signal: AbortSignal
  /** Takes the call out of its line, because another line was quicker. */
  recall: AbortSignal
  /** To be told when the call has its place: who waits for the same in other lines comes along. */
  begun: () => void
}

type Load<Value> = (request: InFlight) => Promise<Value>

type Running = {
  line: string
  begun: boolean
  /** When its call was sent last (ms, monotonic); while it waits, when it is sent at the earliest. */
  sentAt: number
  waiting: number
  value: Promise<unknown>
  end: AbortController
  recall: AbortController
}

type Known = { value: unknown; until: number; sentAt: number }

/** Not an error: somebody quicker asks for the same. */
class Recalled extends Error {}

/**
 * What one key has read lately, by address. Equal reads in flight are one call, a known answer is no call, and a
 * write forgets what it touched, also for reads that began before it and have not landed yet.
 * See docs/decisions/013-who-may-see-a-photo.md.
 */
export class ReadCache {
  readonly #options: ReadCacheOptions
  readonly #known = new Map<string, Known>()
  /** At each address at most one that has begun, and one in each line. */
  readonly #running = new Map<string, Running[]>()

  constructor(options: ReadCacheOptions) {
    this.#options = options
  }

  /**
   * The answer at this address. `load` gets a signal of its own, which aborts when nobody waits any more; one
   * impatient caller does not take the answer away from the others.
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

  /** Forgets the addresses that a write has touched. */
  forget(touched: (address: string) => boolean): void {
    for (const address of this.#known.keys()) if (touched(address)) this.#known.delete(address)
    for (const address of this.#running.keys()) if (touched(address)) this.#running.delete(address)
  }

  /**
   * Nobody waits in a line that is not theirs: a person not behind a batch, nor behind what another person has asked
   * for. A call that has begun is as quick as one of their own.
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

  /** Whether the request was still one that later readers may join: no write has touched its address. */
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
