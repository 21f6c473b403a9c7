import { expect, test } from 'vitest'
import { endOf, presenceOf, warningOf } from '#components/session/session-times.ts'

const MINUTE_MS = 60_000
const left = (idle: number, ends: number, limit = 60) => ({
  idle_ms: idle * MINUTE_MS,
  ends_ms: ends * MINUTE_MS,
  idle_limit_ms: limit * MINUTE_MS,
})

test('the warning comes five minutes before the end, or after four fifths of a short session', () => {
  expect(warningOf(left(60, 480))).toBe(5 * MINUTE_MS)
  expect(warningOf(left(10, 480, 10))).toBe(2 * MINUTE_MS)
  expect(warningOf(left(2, 480, 2))).toBeGreaterThanOrEqual(20_000)
})

test('presence is reported more often than a warning would come', () => {
  for (const limit of [0.5, 2, 10, 60, 1440])
    expect(presenceOf(limit * MINUTE_MS)).toBeLessThan(limit * MINUTE_MS - warningOf(left(limit, 480, limit)))
})

test('the warning is about the limit that ends first', () => {
  expect(endOf(left(40, 480))).toEqual({ kind: 'idle', ms: 40 * MINUTE_MS })
  expect(endOf(left(40, 12))).toEqual({ kind: 'limit', ms: 12 * MINUTE_MS })
})
