import { describe, expect, test } from 'vitest'
import { nextRun, nextTry } from '#lib/deliveries/schedule.ts'

const BERLIN = 'Europe/Berlin'
const NIGHTLY = { kind: 'daily', at: '02:30' } as const

/** Returns the next runs after a moment, in sequence. */
function runs(after: string, count: number, schedule: Parameters<typeof nextRun>[0] = NIGHTLY): string[] {
  let moment = new Date(after)
  return Array.from({ length: count }, () => {
    moment = nextRun(schedule, moment, BERLIN) ?? new Date(Number.NaN)
    return moment.toISOString()
  })
}

describe('a delivery that runs every night', () => {
  test('a nightly delivery runs at its local time, in summer and in winter', () => {
    expect(runs('2026-07-01T12:00:00Z', 2)).toEqual(['2026-07-02T00:30:00.000Z', '2026-07-03T00:30:00.000Z'])
    expect(runs('2026-12-01T12:00:00Z', 1)).toEqual(['2026-12-02T01:30:00.000Z'])
  })

  test('a run skipped by the clock change in spring comes after the gap, and once in autumn', () => {
    expect(runs('2026-03-28T12:00:00Z', 2)).toEqual(['2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z'])
    expect(runs('2026-10-24T12:00:00Z', 3)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
      '2026-10-27T01:30:00.000Z',
    ])
  })
})

test.each([
  [1, '2026-11-30T05:00:00.000Z'],
  [7, '2026-11-29T05:00:00.000Z'],
])('a weekly delivery runs on day %i, counted from Monday', (weekday, next) => {
  expect(runs('2026-11-23T12:00:00Z', 1, { kind: 'weekly', weekday, at: '06:00' })).toEqual([next])
})

test('a delivery at once runs again in ten minutes, and one by hand never', () => {
  expect(runs('2026-11-23T12:00:00Z', 1, { kind: 'at_once' })).toEqual(['2026-11-23T12:10:00.000Z'])
  expect(nextRun({ kind: 'by_hand' }, new Date(), BERLIN)).toBeNull()
})

test('retries after failures come ever later, but never after the regular run', () => {
  const after = new Date('2026-11-23T12:00:00Z')
  const minutes = (failures: number) =>
    ((nextTry(NIGHTLY, { failures, after, timeZone: BERLIN })?.getTime() ?? 0) - after.getTime()) / 60_000
  expect([1, 2, 3, 4, 5].map(minutes)).toEqual([15, 30, 60, 120, 240])
  expect(minutes(6)).toBe(13.5 * 60)
  const atOnce = nextTry({ kind: 'at_once' }, { failures: 3, after, timeZone: BERLIN })
  expect(atOnce?.toISOString()).toBe('2026-11-23T12:10:00.000Z')
  expect(nextTry({ kind: 'by_hand' }, { failures: 1, after, timeZone: BERLIN })).toBeNull()
})
