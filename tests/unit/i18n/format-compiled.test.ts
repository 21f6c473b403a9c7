import compile from 'icu-minify/compile'
import { describe, expect, test } from 'vitest'
import formatInBrowser from '#lib/i18n/format-compiled.ts'
import formatOnServer from '#lib/i18n/format-message.ts'
import { INVISIBLE_ROWS, toMark } from '#tests/support/invisible.ts'

type Options = Parameters<typeof formatInBrowser>[3]
// Only plurals and dates ask for more.
const OPTIONS = { formatters: {}, formats: {}, locale: 'en' } as unknown as Options

const SAID = '{person} is {role, select, admin {in charge} other {here}}'
const WAYS = [
  [
    'browser',
    (values: Parameters<typeof formatInBrowser>[2]) => formatInBrowser('key', compile(SAID), values, OPTIONS),
  ],
  ['server', (values: Parameters<typeof formatInBrowser>[2]) => formatOnServer('key', SAID, values, OPTIONS)],
] as const

describe.each(WAYS)('a sentence of the %s', (_, say) => {
  test.each(INVISIBLE_ROWS)('shows the %s in a value', (_, character) => {
    expect(say({ person: `A${character}na`, role: 'admin' })).toBe(`A${toMark(character)}na is in charge`)
  })

  test('isolates a name that is written from right to left, once', () => {
    expect(say({ person: 'כהן', role: 'x' })).toBe('\u2068כהן\u2069 is here')
    expect(say({ person: '\u2068כהן\u2069 (7)', role: 'x' })).toBe('\u2068כהן\u2069 (7) is here')
  })

  test('says other values as they are', () => {
    expect(say({ person: 7, role: 'x' })).toBe('7 is here')
  })
})
