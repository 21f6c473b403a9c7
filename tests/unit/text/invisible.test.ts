import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findDirection } from '#lib/text/find-direction.ts'
import { findInvisible, splitInvisible, toVisible, withoutInvisible } from '#lib/text/invisible.ts'
import { INVISIBLE_ROWS, JOINED } from '#tests/support/invisible.ts'
import { runs } from '#tests/support/night.ts'
import { anyText } from '#tests/support/unicode.ts'

const code = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
const ISOLATED_HEBREW = '\u2068כהן\u2069'

describe.each(INVISIBLE_ROWS)('the %s', (_, character) => {
  test('an invisible character is removed anywhere', () => {
    expect(withoutInvisible(`${character}Anna${character}Maria${character}`)).toBe('AnnaMaria')
    expect(withoutInvisible(character)).toBe('')
  })

  test('an invisible character is found and named', () => {
    expect(findInvisible(`Anna${character}`)).toEqual([code(character)])
  })

  test('an invisible character becomes a visible mark', () => {
    expect(toVisible(`A${character}b`)).toBe(`A[${code(character)}]b`)
    expect(splitInvisible(`A${character}b`)).toEqual([
      { text: 'A', at: 0 },
      { code: code(character), at: 1 },
      { text: 'b', at: 1 + character.length },
    ])
  })
})

describe('a joiner', () => {
  test.each(JOINED)('a joiner stays inside %s, where spelling needs it', word => {
    expect(withoutInvisible(word)).toBe(word)
    expect(findInvisible(word)).toEqual([])
    expect(splitInvisible(word)).toEqual([{ text: word, at: 0 }])
    expect(withoutInvisible(word, { joiners: 'out' })).not.toMatch(/[\u200c\u200d]/)
  })

  test.each(JOINED)('a joiner is removed at the edges of %s, and when it is doubled', word => {
    expect(withoutInvisible(`\u200c${word}\u200d`)).toBe(word)
    expect(withoutInvisible(word.replace(/[\u200c\u200d]/, '$&$&'))).toBe(
      word.replaceAll(/[\u200c\u200d]/g, ''),
    )
  })

  test('a joiner is removed between letters that never join', () => {
    expect(withoutInvisible('An\u200dna')).toBe('Anna')
    expect(withoutInvisible('ع\u200cA')).toBe('عA')
  })
})

test('control characters are shown, except for the spaces among them', () => {
  expect(toVisible('a\u0000b\u001b[31m\u0085')).toBe('a[U+0000]b[U+001B][31m[U+0085]')
  expect(toVisible('a\tb\r\nc\v\f')).toBe('a\tb\r\nc\v\f')
})

test('visible text stays as it is', () => {
  for (const text of ['', 'Anna Müller', 'Zoe\u0308', '李小龍', '٠١٢٣', 'ใจดี', '🌻', 'a\u00a0b'])
    expect([withoutInvisible(text), findInvisible(text)]).toEqual([text, []])
})

describe('texts in a sentence', () => {
  test('right-to-left text is isolated from the text around it', () => {
    expect(toVisible('כהן')).toBe(ISOLATED_HEBREW)
    expect(toVisible('الأحمد (7)')).toBe('\u2068الأحمد (7)\u2069')
    expect(toVisible(`${ISOLATED_HEBREW} (7)`)).toBe(`${ISOLATED_HEBREW} (7)`)
    expect(toVisible(`${ISOLATED_HEBREW}, כהן`)).toBe('\u2068כהן, כהן\u2069')
  })

  test('an isolate that is not closed, or closes nothing, is shown', () => {
    expect(toVisible('\u2068כהן')).toBe('\u2068[U+2068]כהן\u2069')
    expect(toVisible('\u2068Anna\u2069')).toBe('[U+2068]Anna[U+2069]')
    expect(toVisible('\u2068כ\u202eהן\u2069')).toBe('\u2068[U+2068]כ[U+202E]הן[U+2069]\u2069')
  })

  test('a visible text stays the same when made visible again, and reverses nothing', () => {
    fc.assert(
      fc.property(anyText, text => {
        const shown = toVisible(text)
        expect(toVisible(shown)).toBe(shown)
        expect(shown).not.toMatch(/[\u202a-\u202e\u2066\u2067\u200e\u200f\u061c]/)
        expect(shown.split('\u2068').length).toBe(shown.split('\u2069').length)
      }),
      runs(5000),
    )
  })
})

test('the pieces of any text add up to the text', () => {
  fc.assert(
    fc.property(anyText, text => {
      const pieces = splitInvisible(text)
      const rebuilt = pieces.map(piece =>
        'text' in piece ? piece.text : String.fromCodePoint(Number.parseInt(piece.code.slice(2), 16)),
      )
      expect(rebuilt.join('')).toBe(text)
    }),
    runs(5000),
  )
})

test('the time to make a text visible grows linearly with its length', () => {
  const begun = performance.now()
  for (const part of ['\u2068', '\u2068\u05d0', '\u200d', '\u0628\u200d']) toVisible(part.repeat(20_000))
  expect(performance.now() - begun).toBeLessThan(2_000)
})

test('a sentence about an isolated name has the direction of its own words', () => {
  expect(findDirection(`${ISOLATED_HEBREW} löschen?`)).toBe('ltr')
  expect(findDirection(`Delete ${ISOLATED_HEBREW}?`)).toBe('ltr')
  expect(findDirection(`לחתול ${ISOLATED_HEBREW}`)).toBe('rtl')
  // Browsers find the direction of these texts themselves.
  for (const text of ['כהן', ISOLATED_HEBREW, 'Anna löschen?', '', `${ISOLATED_HEBREW}?`])
    expect(findDirection(text)).toBeUndefined()
})
