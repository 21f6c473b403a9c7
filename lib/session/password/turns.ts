import 'server-only'
import { DeskError } from '#lib/errors.ts'

const RETRY_AFTER_S = 5

type Turns = {
  /**
   * Runs when it is this one's turn. `first`: before all that are not, in a queue of its own, which they cannot fill.
   * Throws `sign_in_throttled` when too many are waiting already.
   */
  take<Result>(run: () => Promise<Result>, options?: { first: boolean }): Promise<Result>
}

/** Work that costs much memory: a few at once, first come first served, and queues that have an end. */
export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns {
  const queues: Record<'first' | 'others', (() => void)[]> = { first: [], others: [] }
  let running = 0

  async function enter(queue: (() => void)[]): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    if (queue.length >= waiting)
      throw new DeskError('sign_in_throttled', { retryAfterSeconds: RETRY_AFTER_S })
    await new Promise<void>(resolve => queue.push(resolve))
  }

  /** The place goes straight to the next one, so that nobody slips in between. */
  function leave(): void {
    const next = queues.first.shift() ?? queues.others.shift()
    if (next) next()
    else running -= 1
  }

  return {
    async take(run, { first } = { first: false }) {
      await enter(first ? queues.first : queues.others)
      try {
        return await run()
      } finally {
        leave()
      }
    },
  }
}
