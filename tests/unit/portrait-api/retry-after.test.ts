import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRetryAfter } from '#lib/portrait-api/retry-after.ts'
import { runs } from '#tests/support/night.ts'

const DATE = 'Fri, 20 Nov 2026 10:00:00 GMT'
const HOUR_MS = 3_600_000
const WINDOW_MS = 42_000

test.each([
  ['30', 30_000],
  [' 30 ', 30_000],
  ['0', 1000],
  ['1', 1000],
  ['1.5', 1500],
  ['2.', 2000],
  ['-5', 1000],
  ['86400', HOUR_MS],
  ['999999999999', HOUR_MS],
  ['Fri, 20 Nov 2026 10:00:30 GMT', 30_000],
  ['Friday, 20-Nov-26 10:00:30 GMT', 30_000],
  ['Fri, 20 Nov 2026 09:00:00 GMT', 1000],
  ['Fri, 20 Nov 2036 10:00:00 GMT', HOUR_MS],
  [null, WINDOW_MS],
  ['', WINDOW_MS],
  ['1e9', WINDOW_MS],
  ['soon', WINDOW_MS],
  ['30, 60', WINDOW_MS],
  ['Infinity', WINDOW_MS],
])('a Retry-After of %j means %i ms', (value, ms) =>
  expect(parseRetryAfter(value, { windowMs: WINDOW_MS, date: DATE })).toBe(ms),
)

test.each([null, '', 'soon'])('a date without the date of its answer (%j) means a window', date =>
  expect(parseRetryAfter('Fri, 20 Nov 2026 10:00:30 GMT', { windowMs: WINDOW_MS, date })).toBe(WINDOW_MS),
)

test('any Retry-After gives a wait between a second and an hour', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.integer().map(String), fc.date().map(String)), value => {
      const ms = parseRetryAfter(value, { windowMs: WINDOW_MS, date: DATE })
      expect(ms).toBeGreaterThanOrEqual(1000)
      expect(ms).toBeLessThanOrEqual(HOUR_MS)
    }),
    runs(2000),
  )
})
