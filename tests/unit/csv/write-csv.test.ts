import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCsvLines } from '#lib/csv/write-csv.ts'
import { readCsv } from '#tests/support/csv.ts'
import { runs } from '#tests/support/night.ts'

const RUNS = runs(2000)
const STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']
const formula = fc
  .tuple(
    fc.stringMatching(/^[ \t\ufeff\u00a0]{0,3}$/),
    fc.constantFrom(...STARTS),
    fc.string({ unit: 'binary' }),
  )
  .map(parts => parts.join(''))

describe('any text', () => {
  test('comes back as it was, but for the apostrophe before a formula', () => {
    const lines = fc.array(fc.array(fc.oneof(fc.string({ unit: 'binary' }), formula), { minLength: 1 }))
    fc.assert(
      fc.property(lines, given => {
        const back = readCsv(toCsvLines(given))
        expect(back.map(line => line.map(field => field.replace(/^'/, '')))).toEqual(
          given.map(line => line.map(field => field.replace(/^'/, ''))),
        )
      }),
      RUNS,
    )
  })

  test('that a spreadsheet would run gets an apostrophe, also behind spaces and in full width', () => {
    fc.assert(
      fc.property(formula, text => {
        expect(readCsv(toCsvLines([[text]]))).toEqual([[`'${text}`]])
      }),
      RUNS,
    )
  })
})

test('a number stays a number, also below zero', () => {
  expect(toCsvLines([[-1, 2.5]])).toBe('"-1";"2.5"\r\n')
})
