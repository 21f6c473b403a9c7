import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ImportValues } from '#lib/contracts/import-rows.ts'
import { cleanValues } from '#lib/imports/check/clean-values.ts'
import { findInvisible } from '#lib/text/invisible.ts'
import { ANY_INVISIBLE, INVISIBLE, INVISIBLE_ROWS, JOINED } from '#tests/support/invisible.ts'
import { runs } from '#tests/support/night.ts'
import { anyText } from '#tests/support/unicode.ts'

const EVA = { first_name: 'Eva', last_name: 'Klein', email: 'eva@example.com', mitarbeiternummer: '00042' }

function clean(given: Partial<ImportValues>) {
  const count = { spaces: 0, invisible: 0 }
  return { values: cleanValues({ ...EVA, locale: '', ...given }, count), count }
}

/** Two invisible characters are line ends; each counts as a space. */
const UNSEEN = INVISIBLE_ROWS.filter(([, character]) => !/[\u2028\u2029]/.test(character))

describe.each(UNSEEN)('the %s', (_, character) => {
  test('an invisible character is removed from every value, and counted', () => {
    const given = Object.entries(EVA).map(([field, text]) => [
      field,
      `${text.slice(0, 2)}${character}${text.slice(2)}`,
    ])
    const { values, count } = clean(Object.fromEntries(given))
    expect([values, count]).toEqual([
      { ...EVA, locale: '' },
      { spaces: 0, invisible: 4 },
    ])
  })
})

test('addresses and numbers have no invisible characters, and names only the joiners they need', () => {
  const piece = fc.oneof(anyText, fc.constantFrom(...Object.values(INVISIBLE), ...JOINED))
  const text = fc.array(piece, { maxLength: 6 }).map(pieces => pieces.join(''))
  fc.assert(
    fc.property(text, text, (name, other) => {
      const { values } = clean({ first_name: name, email: other, mitarbeiternummer: other })
      const sent = values.email + values.mitarbeiternummer
      expect(sent.match(ANY_INVISIBLE)).toBeNull()
      expect(findInvisible(values.first_name)).toEqual([])
    }),
    runs(5_000),
  )
})

test('a joiner between a letter with a separate accent and another script leaves a name', () => {
  expect(clean({ first_name: 'a\u0308\u200cर' }).values.first_name).toBe('äर')
})

test.each(JOINED)('the joiner of %s stays in a name', name => {
  expect(clean({ first_name: name })).toMatchObject({
    values: { first_name: name },
    count: { spaces: 0, invisible: 0 },
  })
})

test.each([
  ["'00042", '00042'],
  ["'00042'", '00042'],
  ['"00042"', '00042'],
  ['="00042"', '00042'],
  ['""00042""', '00042'],
  ['„A-42“', 'A-42'],
  ['\u001f00042', '00042'],
  ['"Zitat" 42', '"Zitat" 42'],
  ["O'42", "O'42"],
  ["'", "'"],
])('the number %s is cleaned to %s', (given, number) => {
  const values = { first_name: '', last_name: '', email: '', mitarbeiternummer: given, locale: '' }
  expect(cleanValues(values, { spaces: 0, invisible: 0 }).mitarbeiternummer).toBe(number)
})
