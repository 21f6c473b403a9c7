import { describe, expect, test } from 'vitest'
import { readDay, readInstant } from '#lib/portrait-api/instants.ts'

describe('an instant', () => {
  test.each([
    '2026-10-07T14:03:00+02:00',
    '2026-10-07T14:03:00Z',
    '2026-10-07T14:03:00.123456789-11:30',
    '2024-02-29T00:00:00-00:00',
  ])('the instant %s stays letter for letter, because it is the version of a photo', text =>
    expect(readInstant(text)).toEqual({ at: text, hasOffset: true }),
  )

  test.each([
    ['2026-10-07t14:03:00z', '2026-10-07T14:03:00Z'],
    ['2026-10-07 14:03:00+02:00', '2026-10-07T14:03:00+02:00'],
    [' 2026-10-07T14:03:00Z ', '2026-10-07T14:03:00Z'],
    ['2026-10-07T14:03:00,5Z', '2026-10-07T14:03:00.5Z'],
    ['2026-10-07T14:03:00+0200', '2026-10-07T14:03:00+02:00'],
    ['2026-10-07T14:03:00-03', '2026-10-07T14:03:00-03:00'],
    ['2026-10-07T14:03:00\u221203:00', '2026-10-07T14:03:00-03:00'],
    ['20261007T140300Z', '2026-10-07T14:03:00Z'],
    ['2026-10-07T14Z', '2026-10-07T14:00:00Z'],
    ['2026-12-31T23:59:60Z', '2027-01-01T00:00:00.000Z'],
    ['2026-12-31T24:00:00Z', '2027-01-01T00:00:00.000Z'],
  ])('the instant %s is read as %s', (text, at) => expect(readInstant(text)).toEqual({ at, hasOffset: true }))

  test.each([
    ['2026-10-07T14:03:00', '2026-10-07T14:03:00Z'],
    ['2026-10-07 14:03', '2026-10-07T14:03:00Z'],
    ['2026-10-07', '2026-10-07T00:00:00Z'],
  ])('the instant %s has no offset, and is read as UTC', (text, at) =>
    expect(readInstant(text)).toEqual({ at, hasOffset: false }),
  )

  test.each([
    '',
    'yesterday',
    '2026-02-30T10:00:00Z',
    '2026-13-01T10:00:00Z',
    '2026-10-07T25:00:00Z',
    '07.10.2026',
    '1791374580',
  ])('the text %s is no instant', text => expect(readInstant(text)).toBeNull())
})

test.each([
  ['2026-12-01', '2026-12-01'],
  ['2026-12-01T23:59:00+14:00', '2026-12-01'],
  ['20261201', '2026-12-01'],
  ['2026-02-30', null],
  ['soon', null],
])('the day of %s is %s', (text, day) => expect(readDay(text)).toBe(day))
