import { expect, test } from 'vitest'
import formatMessage from '#lib/i18n/format-message.ts'
import { INVISIBLE_ROWS, toMark } from '#tests/support/invisible.ts'

type Values = Parameters<typeof formatMessage>[2]
// Only plurals and dates need more.
const OPTIONS = { formatters: {}, formats: {}, locale: 'en' } as unknown as Parameters<
  typeof formatMessage
>[3]
const MESSAGE = '{person} is {role, select, admin {in charge} other {here}}'

function format(values: Values) {
  return formatMessage('key', MESSAGE, values, OPTIONS)
}

test.each(INVISIBLE_ROWS)('a text shows the %s in a value', (_, character) => {
  expect(format({ person: `A${character}na`, role: 'admin' })).toBe(`A${toMark(character)}na is in charge`)
})

test('a text isolates a right-to-left name, once', () => {
  expect(format({ person: 'כהן', role: 'x' })).toBe('\u2068כהן\u2069 is here')
  expect(format({ person: '\u2068כהן\u2069 (7)', role: 'x' })).toBe('\u2068כהן\u2069 (7) is here')
})

test('a text shows numbers as they are', () => {
  expect(format({ person: 7, role: 'x' })).toBe('7 is here')
})
