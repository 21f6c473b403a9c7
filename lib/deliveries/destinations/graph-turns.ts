import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { singleton } from '#lib/singleton.ts'
import { DestinationError } from './destination.ts'

/** Limit over all mailboxes and all users of the app (learn.microsoft.com/graph/throttling-limits, Outlook service). */
const AT_ONCE = 4
/** Longest wait (ms) of one call. A longer wait is for the whole run, which reports it. */
export const WAIT_HERE_MS = 60_000

/** The requests of one app, in the order in which they were made. When Graph asks one of them to wait, all wait. */
export class GraphTurns {
  #underWay = 0
  #pausedUntil = 0
  readonly #waiting: (() => void)[] = []

  /**
   * Runs when it is its turn. Throws the signal's reason when that comes first, and `throttled` when the wait is too
   * long.
   */
  async take<Result>(signal: AbortSignal, run: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted()
    await this.#enter(signal)
    try {
      await this.#untilPauseIsOver(signal)
      signal.throwIfAborted()
      return await run()
    } finally {
      this.#leave()
    }
  }

  /** Starts no request for this long. */
  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, Date.now() + ms)
  }

  async #enter(signal: AbortSignal): Promise<void> {
    if (this.#underWay < AT_ONCE) {
      this.#underWay += 1
      return
    }
    // A request that ends passes its place to the one that has waited longest.
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      const at = this.#waiting.indexOf(resolve)
      // A request that already has its place gives it back by itself.
      if (at >= 0) this.#waiting.splice(at, 1)
      reject(signal.reason)
    }
    this.#waiting.push(resolve)
    signal.addEventListener('abort', leave, { once: true })
    await promise.finally(() => signal.removeEventListener('abort', leave))
  }

  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#underWay -= 1
  }

  async #untilPauseIsOver(signal: AbortSignal): Promise<void> {
    while (Date.now() < this.#pausedUntil) {
      const ms = this.#pausedUntil - Date.now()
      if (ms > WAIT_HERE_MS) throw new DestinationError('throttled', { retryAfterMs: ms })
      await wait(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}

/** The turns of one app in this process. */
export function graphTurns(app: string): GraphTurns {
  const all = singleton('graph-turns', () => new Map<string, GraphTurns>())
  const turns = all.get(app) ?? new GraphTurns()
  all.set(app, turns)
  return turns
}
