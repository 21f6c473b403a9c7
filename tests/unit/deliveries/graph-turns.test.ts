import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GraphTurns } from '#lib/deliveries/destinations/graph-turns.ts'

const CALLS = fc.array(
  fc.record({ ticks: fc.nat(5), end: fc.constantFrom('answered', 'failed', 'told to wait', 'left') }),
  { maxLength: 40 },
)

test('at most four calls run at once, and every failed or cancelled one frees its place', async () => {
  await fc.assert(
    fc.asyncProperty(CALLS, async calls => {
      const turns = new GraphTurns()
      let [underWay, most, begun] = [0, 0, 0]
      const take = (ticks: number, end: string) => {
        const leaving = new AbortController()
        const taken = turns.take(leaving.signal, async () => {
          begun += 1
          underWay += 1
          most = Math.max(most, underWay)
          for (let tick = 0; tick < ticks; tick += 1) await new Promise(resolve => setImmediate(resolve))
          underWay -= 1
          if (end === 'told to wait') turns.pause(1)
          if (end === 'failed') throw new Error('It failed.')
        })
        if (end === 'left') leaving.abort()
        return taken
      }
      await Promise.allSettled(calls.map(({ ticks, end }) => take(ticks, end)))
      expect(most).toBeLessThanOrEqual(4)
      const stayed = calls.filter(({ end }) => end !== 'left').length
      expect(begun).toBeGreaterThanOrEqual(stayed)
      // Four calls can run together again: each waits for the others.
      const [all, { signal }] = [Promise.withResolvers<void>(), new AbortController()]
      let met = 0
      const meet = async () => {
        met += 1
        if (met === 4) all.resolve()
        await all.promise
      }
      await Promise.all([1, 2, 3, 4].map(() => turns.take(signal, meet)))
    }),
    { numRuns: 60 },
  )
})

test('a pause of more than a minute rejects all waiting calls at once, for the whole run', async () => {
  const turns = new GraphTurns()
  const { signal } = new AbortController()
  const told = { code: 'throttled', isOfOnePerson: false, retryAfterMs: expect.closeTo(3_600_000, -4) }
  await turns.take(signal, async () => turns.pause(3_600_000))
  const asked = Array.from({ length: 6 }, () => turns.take(signal, async () => 'sent'))
  for (const one of await Promise.allSettled(asked))
    expect(one).toMatchObject({ status: 'rejected', reason: told })
})

test('a call cancelled while all places are taken does not wait, and takes none', async () => {
  const turns = new GraphTurns()
  const [all, { signal }] = [Promise.withResolvers<void>(), new AbortController()]
  const underWay = Array.from({ length: 4 }, () => turns.take(signal, () => all.promise))
  const cancellation = new AbortController()
  const cancelled = turns.take(cancellation.signal, async () => 'sent')
  const next = turns.take(signal, async () => 'sent')
  cancellation.abort(new Error('Cancelled.'))
  await expect(cancelled).rejects.toThrow('Cancelled.')
  all.resolve()
  await Promise.all(underWay)
  expect(await next).toBe('sent')
})
