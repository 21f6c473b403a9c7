import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unguardFormulas } from '#lib/csv/formula-guard.ts'
import { toCsvLines } from '#lib/csv/write-csv.ts'
import { readCsv } from '#tests/support/csv.ts'
import { runs } from '#tests/support/night.ts'
import { anyCharacter } from '#tests/support/unicode.ts'

const RUNS = runs(2000)
const STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']
const formula = fc
  .tuple(
    fc.stringMatching(/^[ \t\ufeff\u00a0]{0,3}$/),
    fc.constantFrom(...STARTS),
    fc.string({ unit: anyCharacter }),
  )
  .map(parts => parts.join(''))

/** Texts that contain a formula, or look like one. */
const nearFormula = fc.string({ unit: fc.constantFrom("'", ' ', ';', ',', 'a', ...STARTS) })

describe('any text', () => {
  test('a CSV text is read back unchanged, apart from apostrophes before formulas', () => {
    const text = fc.oneof(fc.string({ unit: anyCharacter }), formula, nearFormula)
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 1 })), given => {
        const read = readCsv(toCsvLines(given))
        expect(read.map(line => line.map(unguardFormulas))).toEqual(given)
      }),
      RUNS,
    )
  })

  test('a text that a spreadsheet would run gets an apostrophe, also after spaces or in full width', () => {
    fc.assert(
      fc.property(formula, text => {
        expect(readCsv(toCsvLines([[text]]))[0]?.[0]).toMatch(/^'/)
      }),
      RUNS,
    )
    expect(readCsv(toCsvLines([['  =1+1', '－1']]))).toEqual([["'  =1+1", "'－1"]])
  })

  test('a text is not a formula in a spreadsheet with another separator either', () => {
    const parts = fc.array(fc.oneof(formula, fc.string()), { minLength: 1 })
    fc.assert(
      fc.property(parts, fc.constantFrom(';', ',', '\t', '\n'), (texts, other) => {
        const [[field = ''] = []] = readCsv(toCsvLines([[texts.join(other)]]))
        expect(field.split(/[;,\t\r\n]/).filter(cell => /^\s*[=+\-@＝＋－＠]/.test(cell))).toEqual([])
      }),
      RUNS,
    )
    expect(readCsv(toCsvLines([['x;=1+1, @y', 'Müller-Lüdenscheidt, Anna; 7-8']]))).toEqual([
      ["x;'=1+1,' @y", 'Müller-Lüdenscheidt, Anna; 7-8'],
    ])
  })
})

test('a number stays a number, even below zero', () => {
  expect(toCsvLines([[-1, 2.5]])).toBe('"-1";"2.5"\r\n')
})
