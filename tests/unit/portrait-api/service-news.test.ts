import { afterEach, expect, test, vi } from 'vitest'
import { type Oddity, RECORDS_MAX, ServiceNews } from '#lib/portrait-api/service-news.ts'

const CALL = 'GET projects/{id}/employees'
const odd = (changes: Partial<Oddity> = {}): Oddity => ({
  field: 'status',
  expected: 'known_word',
  found: 'text',
  ...changes,
})

afterEach(() => vi.useRealTimers())

test('each kind of trouble is reported once, and counts the records in which it was seen', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-04T10:00:00Z') })
  const firstTime = vi.fn()
  const news = new ServiceNews(firstTime)
  for (const recordId of [1, 2, 1]) news.note(CALL, odd({ recordId, word: 'on_hold' }))
  vi.setSystemTime(Date.now() + 1)
  news.note(CALL, odd({ found: 'null', recordId: 3 }))
  expect(firstTime.mock.calls.map(([, { found }]) => found)).toEqual(['text', 'null'])
  expect(news.list()).toMatchObject([
    { found: 'null', words: [], records: 1 },
    { call: CALL, field: 'status', found: 'text', words: ['on_hold'], records: 2 },
  ])
})

test('a service with ever new words fills no memory', () => {
  const news = new ServiceNews()
  for (let count = 0; count < 2 * RECORDS_MAX; count += 1) {
    news.note(CALL, odd({ recordId: count + 1, word: `${count}${'x'.repeat(100)}` }))
    news.note(`GET ${count}`, odd())
  }
  const [first] = news.list().filter(({ records }) => records > 0)
  expect(news.list()).toHaveLength(100)
  expect(first).toMatchObject({ records: RECORDS_MAX })
  expect(first?.words.map(word => word.length)).toEqual([40, 40, 40, 40, 40])
})
