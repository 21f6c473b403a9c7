import { expect, test } from 'vitest'
import { untilStandsStill } from '#scripts/watch-desk.ts'
import { startServer } from '#tests/support/loopback-server.ts'

test('a desk stands still when it has left three looks in a row without an answer, and not before', async () => {
  const silent = new Set([2, 3, 5, 6, 7])
  const { origin, seen } = await startServer((response, _, number) => {
    if (!silent.has(number)) response.writeHead(number === 4 ? 503 : 200).end()
  })
  await untilStandsStill(origin, { lookMs: 400, missesMax: 3 })
  expect(seen).toHaveLength(7)
})

test('a desk that cannot be reached stands still, too', async () => {
  await untilStandsStill('http://127.0.0.1:1/', { lookMs: 5, missesMax: 2 })
})
