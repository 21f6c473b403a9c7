import { expect, test } from 'vitest'
import { startOfDay } from '#lib/start-of-day.ts'

test.each([
  ['Europe/Berlin', '2026-11-21', '2026-11-20T23:00:00.000Z'],
  ['Europe/Berlin', '2026-07-01', '2026-06-30T22:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  // These days have no midnight, because the clocks go forward then.
  ['Atlantic/Azores', '2026-03-29', '2026-03-29T01:00:00.000Z'],
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['America/Santiago', '2026-04-05', '2026-04-05T04:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-21', '2026-11-20T18:30:00.000Z'],
  ['Pacific/Auckland', '2026-11-21', '2026-11-20T11:00:00.000Z'],
  ['UTC', '2026-11-21', '2026-11-21T00:00:00.000Z'],
])('the day begins in %s on %s at %s', (timeZone, date, moment) => {
  expect(startOfDay(date, { timeZone })).toBe(moment)
})

test('a later day is counted on the calendar, across clock changes and the end of a year', () => {
  const next = (date: string) => startOfDay(date, { timeZone: 'Europe/Berlin', plusDays: 1 })
  expect(next('2026-10-25')).toBe('2026-10-25T23:00:00.000Z')
  expect(next('2026-12-31')).toBe('2026-12-31T23:00:00.000Z')
})
