import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * One minute in all. No work of the desk delays its answers that long, and a computer that wakes up needs one check.
 */
const LOOK_MS = 10_000
const MISSES_MAX = 6

/**
 * Resolves when `url` has not answered six times in a row, each within ten seconds: the process exists, but is stuck.
 * Any answer resets the count. See docs/decisions/004-a-broken-or-stuck-process-ends.md.
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
 * The status of an answer at `url` within this time, or null. Uses an agent of its own, because Node's agents (and
 * `fetch`) use `HTTP_PROXY` when `NODE_USE_ENV_PROXY` is set. The proxy's answer would say nothing about the desk.
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
