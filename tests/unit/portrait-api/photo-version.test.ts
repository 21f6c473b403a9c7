import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSameVersion, normalizeInstant } from '#lib/portrait-api/photo-version.ts'

describe('versions of a photo', () => {
  test.each([
    ['2026-07-01T10:00:00+02:00', '2026-07-01T08:00:00Z'],
    ['2026-07-01T10:00:00+02:00', '2026-07-01T08:00:00.000000Z'],
    ['2026-07-01T10:00:00+02:00', '2026-07-01T10:00+02:00'],
    ['2026-07-01T10:00:00.120+02:00', '2026-07-01T08:00:00.12Z'],
    ['2026-12-31T23:30:00-01:30', '2027-01-01T01:00:00Z'],
    ['2026-07-01T100000+0200', '2026-07-01T08:00:00Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T01:00:00+01:00'],
  ])('the times %s and %s are one version', (one, other) => {
    expect([isSameVersion(one, other), isSameVersion(other, one)]).toEqual([true, true])
  })

  test.each([
    ['2026-07-01T10:00:00+02:00', '2026-07-01T10:00:00Z'],
    ['2026-07-01T08:00:00.000001Z', '2026-07-01T08:00:00Z'],
    ['2026-07-01T08:00:00.123456789Z', '2026-07-01T08:00:00.123456788Z'],
    ['2026-07-01T08:00:00.1Z', '2026-07-01T08:00:00.01Z'],
    ['no time', 'another'],
    ['', null],
    ['2026-07-01T08:00:00Z', null],
    ['2026-07-01T08:00:00Z', undefined],
  ])('the times %s and %s are two versions', (one, other) => {
    expect([isSameVersion(one, other), isSameVersion(other, one)]).toEqual([false, false])
  })

  test('two notations of one time are one version, whatever the offset and trailing zeros', () => {
    const date = fc.date({ min: new Date('1970-01-02'), max: new Date('2999-12-30'), noInvalidDate: true })
    const notation = fc.record({
      minutes: fc.integer({ min: -14 * 60, max: 14 * 60 }),
      zeros: fc.stringMatching(/^0{0,6}$/),
      colon: fc.constantFrom(':', ''),
    })
    fc.assert(
      fc.property(date, notation, notation, (at, one, other) => {
        const text = ({ minutes, zeros, colon }: typeof one) => {
          const local = new Date(at.getTime() + minutes * 60_000).toISOString().slice(0, -1)
          const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
          const two = (count: number) => String(count).padStart(2, '0')
          return `${local}${zeros}${minutes < 0 ? '-' : '+'}${two(hours)}${colon}${two(rest)}`
        }
        expect(isSameVersion(text(one), text(other))).toBe(true)
        expect(isSameVersion(text(one), text(one).replace(/\.\d{3}/, '$&5'))).toBe(false)
        expect(normalizeInstant(normalizeInstant(text(one)))).toBe(normalizeInstant(text(other)))
      }),
    )
  })
})
