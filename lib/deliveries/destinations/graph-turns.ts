import 'server-only'
import { singleton } from '#lib/singleton.ts'

/** Over all mailboxes and whoever uses the app (learn.microsoft.com/graph/throttling-limits, Outlook service). */
const AT_ONCE = 4

/** The requests of one app, in the order in which they were asked for; all of them wait when one is told to. */
export class GraphTurns {
  #underWay = 0
  #pausedUntil = 0
  readonly #waiting: (() => void)[] = []

  /** Runs when it is its turn. Throws the signal's reason when that comes first. */
  async take<Result>(signal: AbortSignal, run: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted()
    await this.#enter()
    try {
      await this.#untilPauseIsOver(signal)
      return await run()
    } finally {
      this.#leave()
    }
  }

  /** Nothing more leaves for so long. */
  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, Date.now() + ms)
  }

  async #enter(): Promise<void> {
    if (this.#underWay < AT_ONCE) {
      this.#underWay += 1
      return
    }
    // The place goes from who leaves to who has waited longest.
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    await promise
  }

  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#underWay -= 1
  }

  async #untilPauseIsOver(signal: AbortSignal): Promise<void> {
    while (Date.now() < this.#pausedUntil) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, this.#pausedUntil - Date.now())
      signal.addEventListener('abort', () => resolve(), { once: true })
      await promise
      clearTimeout(timer)
      signal.throwIfAborted()
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
