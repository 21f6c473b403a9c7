import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DeskError } from '#lib/errors.ts'
import { refuseMask, withoutKey } from '#lib/portrait-api/key-mask.ts'

const KEY = 'pk_canary/0123"4567'
const read = (text: string, key = KEY) => withoutKey(JSON.parse(text), { key, text })
/** Spells every character as a JSON escape. */
const spelled = (text: string) =>
  Array.from(text, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')

describe('an answer', () => {
  test('an answer has no key in any text or field name, however deep and however often', () => {
    const answer = { data: [{ label: `a${KEY}b${KEY}`, n: 7, none: null, [KEY]: { deep: [KEY] } }], ok: true }
    expect(read(JSON.stringify(answer))).toEqual({
      data: [{ label: 'a[key]b[key]', n: 7, none: null, '[key]': { deep: ['[key]'] } }],
      ok: true,
    })
  })

  test.each([
    ['each character by its number', spelled(KEY)],
    ['one of them', KEY.replace('"', '\\"').replace('c', '\\u0063')],
    ['slashes as some languages write them', KEY.replace('"', '\\"').replace('/', '\\/')],
  ])('an answer has no key even if JSON escapes it: %s', (_, text) => {
    expect(read(`{"label":"${text}"}`)).toEqual({ label: '[key]' })
  })

  test('an answer without the key is passed on unchanged', () => {
    const answer = { label: 'Köln', '\u00e4': '\u2028' }
    expect(withoutKey(answer, { key: KEY, text: JSON.stringify(answer) })).toBe(answer)
  })

  test('a masked text of any shape and spelling never contains the key', () => {
    const keys = fc.stringMatching(/^[!-~]{8,20}$/)
    fc.assert(
      fc.property(keys, fc.jsonValue(), fc.boolean(), (key, value, escaped) => {
        const said = escaped ? spelled(key) : JSON.stringify(key).slice(1, -1)
        const text = `{"value":${JSON.stringify(value)},"said":"${said}"}`
        const shown = read(text, key)
        expect(JSON.stringify(shown)).not.toContain(JSON.stringify(key).slice(1, -1))
      }),
    )
  })
})

describe('the mask in a request', () => {
  const thrown = (body: unknown) => {
    try {
      refuseMask(body)
    } catch (error) {
      return error instanceof DeskError ? { code: error.code, errors: error.errors } : error
    }
    return null
  }

  test('a request that would store the mask in place of a value is refused, with the field', () => {
    expect(thrown({ last_name: 'Dr. [key]', first_name: 'Anna' })).toMatchObject({
      code: 'invalid',
      errors: { last_name: [expect.any(String)] },
    })
    expect(thrown({ employees: [{ email: 'a@b.de' }, { email: '[key]@b.de' }] })).toMatchObject({
      errors: { 'employees.1.email': [expect.any(String)] },
    })
  })

  test.each([undefined, {}, { locale: null }, { last_name: 'key' }])(
    'a request with %j is sent unchanged',
    body => expect(thrown(body)).toBeNull(),
  )
})
