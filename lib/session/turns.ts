import 'server-only'
import { DeskError } from '#lib/errors.ts'

const RETRY_AFTER_S = 5

type Turns = {
  /** Runs when it is this one's turn. Throws `sign_in_throttled` when too many are waiting already. */
  take<Result>(run: () => Promise<Result>): Promise<Result>
}

/** Work that costs much memory: a few at once, first come first served, and a queue that has an end. */
export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns {
  const queue: (() => void)[] = []
  let running = 0

  async function enter(): Promise<void> {
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
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }

  return {
    async take(run) {
      await enter()
      try {
        return await run()
      } finally {
        leave()
      }
    },
  }
}
