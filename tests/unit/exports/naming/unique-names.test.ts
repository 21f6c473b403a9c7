import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { UniqueNames } from '#lib/exports/naming/unique-names.ts'
import { toSafeName } from '#lib/text/safe-name.ts'
import { ANY_INVISIBLE, INVISIBLE_ROWS } from '#tests/support/invisible.ts'
import { runs } from '#tests/support/night.ts'
import { anyText } from '#tests/support/unicode.ts'

const RUNS = runs(2000)

/**
 * Compares names by two rules independent of the desk's folding: JavaScript's caseless comparison, and upper case of
 * lower case.
 */
function areEqualOnDisk(one: string, other: string): boolean {
  const [a, b] = [one.normalize('NFC'), other.normalize('NFC')]
  const caseless = new RegExp(`^${a.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$`, 'iu')
  return caseless.test(b) || a.toLowerCase().toUpperCase() === b.toLowerCase().toUpperCase()
}

function takeAll(wanted: string[]): string[] {
  const names = new UniqueNames()
  return wanted.map(name => {
    const [, stem = '', ending = ''] = /^(.*?)(\.[a-z]+)?$/s.exec(name) ?? []
    return names.take(stem, [ending]) + ending
  })
}

describe('unique names', () => {
  const small = fc.constantFrom(
    'a',
    'A',
    'ä',
    'a\u0308',
    'Ä',
    'ß',
    'ẞ',
    'ss',
    'Ss',
    'ſs',
    'σ',
    'ς',
    'Σ',
    ' (2)',
    ' (3)',
  )
  const stems = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.array(small, { minLength: 1, maxLength: 3 }).map(parts => parts.join('')) },
      anyText,
    ),
    { maxLength: 14 },
  )
  const wanted = stems.map(stems => stems.map(stem => toSafeName(stem, 'jpg', 'employee-7')))

  test('unique names differ for file systems that ignore case and composition', () => {
    fc.assert(
      fc.property(wanted, wanted => {
        const names = takeAll(wanted)
        for (const [index, name] of names.entries())
          for (const other of names.slice(index + 1))
            expect([name, other, areEqualOnDisk(name, other)]).toEqual([name, other, false])
      }),
      RUNS,
    )
  })

  test('unique names differ for the eye: without invisible characters, composed, in lower case', () => {
    const seen = (name: string) => name.replaceAll(ANY_INVISIBLE, '').normalize('NFC').toLowerCase()
    const invisible = fc.constantFrom(...INVISIBLE_ROWS.map(([, character]) => character))
    const letters = fc.constantFrom('7', 'a', 'A', 'ä', 'ع', 'ر', 'क', '\u094d', 'ෂ', ' ', '\u00a0', '\u3000')
    const alike = fc
      .array(fc.oneof(letters, invisible), { maxLength: 5 })
      .map(parts => toSafeName(parts.join(''), 'jpg', 'employee-7'))
    const both = fc.array(alike, { maxLength: 14 })
    fc.assert(
      fc.property(fc.oneof(both, wanted), wanted => {
        const names = takeAll(wanted).map(seen)
        expect(new Set(names).size).toBe(names.length)
      }),
      RUNS,
    )
  })

  test('unique names stay safe: at most 255 bytes, with extension, nothing to trim', () => {
    fc.assert(
      fc.property(wanted, wanted => {
        for (const name of takeAll(wanted)) {
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
          expect(name).toBe(toSafeName(name.slice(0, -4), 'jpg', ''))
        }
      }),
      RUNS,
    )
  })

  test('unique names are the same for the same wishes in the same order', () => {
    fc.assert(
      fc.property(wanted, wanted => void expect(takeAll(wanted)).toEqual(takeAll(wanted))),
      { numRuns: 200 },
    )
  })
})

test.each([
  [
    ['a.jpg', 'a.jpg', 'a.jpg'],
    ['a.jpg', 'a (2).jpg', 'a (3).jpg'],
  ],
  [
    ['ab-17.jpg', 'AB-17.jpg'],
    ['ab-17.jpg', 'AB-17 (2).jpg'],
  ],
  [
    ['Größe.jpg', 'Gro\u0308ße.jpg'],
    ['Größe.jpg', 'Gro\u0308ße (2).jpg'],
  ],
  [
    ['große.jpg', 'GROSSE.jpg', 'GROẞE.jpg'],
    ['große.jpg', 'GROSSE (2).jpg', 'GROẞE (3).jpg'],
  ],
  [
    ['علی\u200cرضا.jpg', 'علیرضا.jpg'],
    ['علی\u200cرضا.jpg', 'علیرضا (2).jpg'],
  ],
  [
    ['A 1.jpg', 'A\u00a01.jpg', 'A\u30001.jpg'],
    ['A 1.jpg', 'A\u00a01 (2).jpg', 'A\u30001 (3).jpg'],
  ],
  [
    ['a (2).jpg', 'a.jpg', 'a.jpg'],
    ['a (2).jpg', 'a.jpg', 'a (3).jpg'],
  ],
  [
    ['a.jpg', 'a.png'],
    ['a.jpg', 'a.png'],
  ],
  [
    ['ohne', 'OHNE'],
    ['ohne', 'OHNE (2)'],
  ],
])('the wishes %j become %j', (wanted, names) => expect(takeAll(wanted)).toEqual(names))

test('a long name makes room for its number', () => {
  const long = `${'ü'.repeat(125)}.jpg`
  const [, second] = takeAll([long, long])
  expect(second).toBe(`${'ü'.repeat(107)} (2).jpg`)
})

test('a name is taken only when it is free with all of its extensions', () => {
  const names = new UniqueNames()
  expect(names.take('anna-480', ['.webp'])).toBe('anna-480')
  expect(names.take('Anna', ['-480.webp', '-960.webp'])).toBe('Anna (2)')
  expect(names.take('anna', ['.webp'])).toBe('anna')
})

test('equal names get the next free number each, as if all were tried', () => {
  const wanted = ['Anna', 'ANNA', 'Anna (2)', 'Anna', 'Anna (4)', 'anna', 'Anna']
  expect(takeAll(wanted)).toEqual([
    ...['Anna', 'ANNA (2)', 'Anna (2) (2)', 'Anna (3)', 'Anna (4)', 'anna (5)', 'Anna (6)'],
  ])
})

test('a thousand equal long names are numbered without trying all others for each', () => {
  const names = new UniqueNames()
  const segmenting = vi.spyOn(Intl, 'Segmenter')
  const tried = vi.spyOn(Set.prototype, 'has')
  const taken = Array.from({ length: 1000 }, () => names.take('x'.repeat(186), ['.jpg']))
  const [counts, looks] = [segmenting.mock.calls.length, tried.mock.calls.length]
  vi.restoreAllMocks()
  expect(new Set(taken).size).toBe(1000)
  expect(taken.at(-1)).toBe(`${'x'.repeat(150)} (1000)`)
  expect(counts).toBeLessThanOrEqual(1000)
  expect(looks).toBeLessThan(4000)
})
