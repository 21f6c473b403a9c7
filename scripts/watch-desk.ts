import { setTimeout as sleep } from 'node:timers/promises'

/** A minute in all: no work of the desk holds up its answers for that long, and a computer that wakes up needs one look. */
const LOOK_MS = 10_000
const MISSES_MAX = 6

/**
 * Resolves when nothing has answered at `url` six times in a row, each time within ten seconds: the process is there, but
 * stands still. Any answer shows that it does not. See docs/decisions/004-a-broken-or-stuck-process-ends.md.
 */
export async function untilStandsStill(url: string): Promise<void> {
  let misses = 0
  while (misses < MISSES_MAX) {
    const looked = sleep(LOOK_MS)
    misses = (await answers(url)) ? 0 : misses + 1
    await looked
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(LOOK_MS) })
    await answer.body?.cancel()
    return true
  } catch {
    return false
  }
}
