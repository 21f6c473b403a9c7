import 'server-only'
import { DeskError } from '#lib/errors.ts'

const RETRY_AFTER_S = 5

type Turns = {
  /**
   * Runs the work when its turn comes. `first`: before all others, in a separate queue that they cannot fill. Throws
   * `sign_in_throttled` when too many are waiting already.
   */
  take<Result>(run: () => Promise<Result>, options?: { first: boolean }): Promise<Result>
}

/** Limits work that needs much memory: a few at once, first come first served, in bounded queues. */
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

  /** Passes the slot directly to the next one in the queue, so that no newcomer takes it. */
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
