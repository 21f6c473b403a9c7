import { beforeEach, describe, expect, test } from 'vitest'
import { Budget, type BudgetOptions } from '#lib/portrait-api/budget.ts'
import { passMs, stopClock } from '#tests/support/clock.ts'

const OPTIONS: BudgetOptions = {
  limit: 120,
  windowMs: 60_000,
  reserve: 20,
  activeMs: 60_000,
  interactiveWaitMs: 10_000,
}

beforeEach(stopClock)

/** A service without latency. Counts the calls of each name that began or were refused. */
function open(options: Partial<BudgetOptions> = {}) {
  const budget = new Budget({ ...OPTIONS, ...options })
  const begun: string[] = []
  const refused: string[] = []
  const note = (name: string, place: ReturnType<Budget['acquire']>) =>
    void place.then(
      permit => {
        begun.push(name)
        permit.arrived()
      },
      () => void refused.push(name),
    )
  const ask = async (person: string, times = 1, { changes = false } = {}) => {
    for (let time = 0; time < times; time += 1)
      note(person, budget.acquire('interactive', { person, changes }))
    await passMs(0)
  }
  const fetchPhotos = async (times: number) => {
    for (let time = 0; time < times; time += 1) note('export', budget.acquire('background'))
    await passMs(0)
  }
  const count = (name: string) => ({
    begun: begun.filter(other => other === name).length,
    refused: refused.filter(other => other === name).length,
  })
  return { budget, begun, ask, fetchPhotos, count }
}

describe('calls of one person', () => {
  test('one person’s calls leave places for the next person, and that one’s for the next', async () => {
    const { ask, count } = open()
    for (const person of ['greedy', 'colleague', 'third']) await ask(person, 300, { changes: true })
    expect([count('greedy').begun, count('colleague').begun, count('third').begun]).toEqual([65, 33, 16])
  })

  test('one person’s calls leave places for the next person beside an export too', async () => {
    const { ask, fetchPhotos, count } = open()
    await ask('greedy')
    await fetchPhotos(200)
    await ask('greedy', 300)
    await ask('colleague', 300)
    expect([count('export').begun, count('greedy').begun, count('colleague').begun]).toEqual([99, 16, 5])
  })

  test('one person’s calls wait for nothing in an ordinary minute', async () => {
    const { ask, count } = open()
    for (let second = 0; second < 60; second += 1) {
      await ask('anna', 1, { changes: second % 2 === 0 })
      await passMs(1000)
    }
    expect(count('anna')).toEqual({ begun: 60, refused: 0 })
  })

  test('one person’s calls do not hold up an export while they may not start', async () => {
    const { ask, fetchPhotos, count } = open({ windowMs: 5_000 })
    await ask('greedy', 100)
    await fetchPhotos(200)
    expect([count('greedy').begun, count('export').begun]).toEqual([65, 35])
  })

  test('one person’s calls are refused by their own place, not by another person’s queue', async () => {
    const { ask, fetchPhotos, count } = open({ limit: 12, windowMs: 8_000, reserve: 0 })
    await fetchPhotos(12)
    await ask('greedy', 20)
    expect(count('greedy')).toEqual({ begun: 0, refused: 8 })
    await ask('colleague')
    await passMs(8_000)
    expect(count('colleague')).toEqual({ begun: 1, refused: 0 })
  })

  test('one person’s calls do not delay another person while they may not start', async () => {
    const { budget, ask, count } = open({ limit: 4, windowMs: 1_000, reserve: 0, interactiveWaitMs: 800 })
    const slow = [1, 2].map(() => budget.acquire('interactive', { person: 'greedy' }))
    await ask('greedy')
    await passMs(202)
    await ask('greedy')
    await ask('greedy', 1, { changes: true })
    await passMs(603)
    for (const permit of await Promise.all(slow)) permit.arrived()
    await passMs(196)
    expect(budget.state()).toMatchObject({ free: 1, waiting: { interactive: 1 } })
    await ask('colleague')
    expect(count('colleague')).toEqual({ begun: 1, refused: 0 })
  })

  test('one person’s calls are refused with the time to retry, by what this person holds', async () => {
    const { budget, ask } = open()
    await ask('greedy', 5)
    await passMs(20_000)
    await ask('greedy', 60)
    const next = budget.acquire('interactive', { person: 'greedy' })
    await expect(next).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 40 })
  })
})

describe('the queue of people', () => {
  test('the queue serves people in turn, and their changes first', async () => {
    const { begun, ask, fetchPhotos } = open({ limit: 12, windowMs: 5_000, reserve: 0 })
    await fetchPhotos(12)
    await ask('reader', 3)
    await ask('editor', 1)
    await ask('editor', 1, { changes: true })
    await passMs(5_000)
    expect(begun.slice(12)).toEqual(['editor', 'reader', 'editor', 'reader', 'reader'])
  })
})

test('a refresh costs calls until its person holds a quarter of the window', async () => {
  const { budget, ask } = open()
  await ask('greedy', 29)
  expect(budget.mayRefresh('greedy')).toBe(true)
  await ask('greedy')
  expect([budget.mayRefresh('greedy'), budget.mayRefresh('colleague')]).toEqual([false, true])
  await passMs(60_000)
  expect(budget.mayRefresh('greedy')).toBe(true)
})
