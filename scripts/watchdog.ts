import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Together one minute: longer than any work of the desk delays an answer. After sleep a computer misses one check at most.
 */
const CHECK_MS = 10_000
const MISSES_MAX = 6

/**
 * Resolves when `url` has missed six checks of ten seconds in a row: the process exists, but is stuck.
 * Any answer resets the count. See docs/decisions/004-a-broken-or-stuck-process-ends.md.
 */
export async function waitUntilUnresponsive(url: string): Promise<void> {
  let misses = 0
  while (misses < MISSES_MAX) {
    const checkDue = sleep(CHECK_MS)
    misses = (await getStatusWithoutProxy(url, CHECK_MS)) === null ? misses + 1 : 0
    await checkDue
  }
}

/**
 * The status of an answer at `url` within this time, or null. Uses an agent of its own, because Node's agents (and
 * `fetch`) use `HTTP_PROXY` when `NODE_USE_ENV_PROXY` is set. The proxy's answer would say nothing about the desk.
 */
export function getStatusWithoutProxy(url: string, withinMs: number): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>()
  const options = { agent: new Agent(), signal: AbortSignal.timeout(withinMs) }
  const request = get(url, options, answer => {
    resolve(answer.statusCode ?? null)
    answer.destroy()
  })
  request.on('error', () => resolve(null))
  return promise
}
