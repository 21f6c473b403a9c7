import { beforeEach, expect, test, vi } from 'vitest'
import { waitUntilUnresponsive } from '#scripts/watchdog.ts'
import { startServer } from '#tests/support/loopback-server.ts'

const sleep = vi.hoisted(() => vi.fn(async (_ms: number) => {}))
vi.mock('node:timers/promises', () => ({ setTimeout: sleep }))

/** Ends the current check, as its ten seconds would. */
let giveUp = () => {}
const timeout = vi.fn((_ms: number): AbortSignal => {
  const look = new AbortController()
  giveUp = () => look.abort(new DOMException('The look has taken too long.', 'TimeoutError'))
  return look.signal
})
beforeEach(() => {
  sleep.mockClear()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(timeout)
})

test('a desk is blocked after six checks in a row without an answer for ten seconds', async () => {
  const silent = new Set([2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13])
  const { origin, seen } = await startServer((response, _, number) => {
    if (silent.has(number)) giveUp()
    else response.writeHead(number === 7 ? 503 : 200).end()
  })
  await waitUntilUnresponsive(origin)
  expect(seen).toHaveLength(13)
  for (const { mock } of [sleep, timeout]) expect(mock.calls).toEqual(seen.map(() => [10_000]))
})

test('an unreachable desk is blocked, too', async () => {
  await waitUntilUnresponsive('http://127.0.0.1:1/')
  expect(sleep).toHaveBeenCalledTimes(6)
})
