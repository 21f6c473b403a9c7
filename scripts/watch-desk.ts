import { setTimeout as sleep } from 'node:timers/promises'

/** A minute in all: no work of the desk holds up its answers for that long, and a computer that wakes up needs one look. */
const LOOK_MS = 10_000
const MISSES_MAX = 6

type WatchOptions = { lookMs?: number; missesMax?: number }

/**
 * Resolves when nothing has answered at `url` so many times in a row, each time within `lookMs`: the process is there, but
 * stands still. Any answer shows that it does not. See docs/decisions/004-a-broken-or-stuck-process-ends.md.
 */
export async function untilStandsStill(
  url: string,
  { lookMs = LOOK_MS, missesMax = MISSES_MAX }: WatchOptions = {},
): Promise<void> {
  let misses = 0
  while (misses < missesMax) {
    const looked = sleep(lookMs)
    misses = (await answers(url, lookMs)) ? 0 : misses + 1
    await looked
  }
}

async function answers(url: string, withinMs: number): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(withinMs) })
    await answer.body?.cancel()
    return true
  } catch {
    return false
  }
}
