import { Agent, get } from 'node:http'
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
    misses = (await askDirectly(url, LOOK_MS)) === null ? misses + 1 : 0
    await looked
  }
}

/**
 * The status with which something answers at `url` within this time, or null. The agent is one of its own: those of Node
 * (and `fetch`) go through `HTTP_PROXY` when `NODE_USE_ENV_PROXY` is set, and whether the desk is well would then be for
 * the proxy to say.
 */
export function askDirectly(url: string, withinMs: number): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>()
  const options = { agent: new Agent(), signal: AbortSignal.timeout(withinMs) }
  const request = get(url, options, answer => {
    resolve(answer.statusCode ?? null)
    answer.destroy()
  })
  request.on('error', () => resolve(null))
  return promise
}
