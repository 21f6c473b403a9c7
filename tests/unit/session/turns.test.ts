import { expect, test } from 'vitest'
import { createTurns } from '#lib/session/password/semaphore.ts'

/** Creates work that ends when the test says so. */
function createJob() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  return { promise, resolve, reject }
}

test('a few tasks run at once, and the next one when one ends or fails, in their order', async () => {
  const turns = createTurns({ atOnce: 2, waiting: 10 })
  const jobs = Array.from({ length: 4 }, createJob)
  const begun: number[] = []
  const done = jobs.map(({ promise }, index) =>
    turns.take(async () => {
      begun.push(index)
      await promise
    }),
  )
  await Promise.resolve()
  expect(begun).toEqual([0, 1])
  jobs[1]?.reject(new Error('failed'))
  await expect(done[1]).rejects.toThrow('failed')
  expect(begun).toEqual([0, 1, 2])
  for (const { resolve } of jobs) resolve()
  await Promise.allSettled(done)
  expect(begun).toEqual([0, 1, 2, 3])
})

test('a job too far back in the queue is refused with a time to come back', async () => {
  const turns = createTurns({ atOnce: 1, waiting: 1 })
  const job = createJob()
  const first = turns.take(() => job.promise)
  const second = turns.take(async () => 'second')
  await expect(turns.take(async () => {})).rejects.toMatchObject({
    code: 'sign_in_throttled',
    retryAfterSeconds: 5,
  })
  job.resolve()
  await first
  expect(await second).toBe('second')
  expect(await turns.take(async () => 'later')).toBe('later')
})

test('a first job waits only for its like, and has places that others cannot take', async () => {
  const turns = createTurns({ atOnce: 1, waiting: 2 })
  const job = createJob()
  const order: string[] = []
  const take = (name: string, first: boolean) => turns.take(async () => void order.push(name), { first })
  const running = turns.take(() => job.promise)
  const waiting = [take('stranger 1', false), take('stranger 2', false)]
  await expect(take('stranger 3', false)).rejects.toMatchObject({ code: 'sign_in_throttled' })
  waiting.push(take('known 1', true), take('known 2', true))
  await expect(take('known 3', true)).rejects.toMatchObject({ code: 'sign_in_throttled' })
  job.resolve()
  await Promise.all([running, ...waiting])
  expect(order).toEqual(['known 1', 'known 2', 'stranger 1', 'stranger 2'])
})
