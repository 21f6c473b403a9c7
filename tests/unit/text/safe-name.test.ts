import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutToFit, toSafeFileName, toSafeName, toSafeStem } from '#lib/text/safe-name.ts'
import { ANY_INVISIBLE, INVISIBLE_ROWS, JOINED } from '#tests/support/invisible.ts'
import { runs } from '#tests/support/night.ts'
import { anyText } from '#tests/support/unicode.ts'

const RUNS = runs(10_000)
const REFUSED = /[/\\:*?"<>|\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u
/** Windows reads only the part before the first dot, without the spaces after it. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$)/i

const safe = (stem: string) => toSafeName(stem, 'jpg', 'employee-7')
const stemOf = (name: string) => name.slice(0, -'.jpg'.length)

describe('a safe name of any text', () => {
  const holds = (law: (name: string, stem: string) => void) =>
    fc.assert(
      fc.property(anyText, stem => void law(safe(stem), stem)),
      RUNS,
    )

  test('a safe name has no characters that Windows refuses, no controls and no reversed text', () =>
    holds(name => expect(name).not.toMatch(REFUSED)))

  test('a safe name has no invisible characters, except joiners between letters', () =>
    holds(name =>
      expect(name.replaceAll(/(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])/gu, '')).not.toMatch(
        ANY_INVISIBLE,
      ),
    ))

  test('a safe name is not a path', () => holds(name => expect(name.split(/[/\\]/)).not.toContain('..')))

  test('a safe name keeps its extension and has text before it', () =>
    holds(name => expect(name).toMatch(/^.+\.jpg$/su)))

  test('a safe name begins and ends without dot or space, even before its extension', () =>
    holds(name => {
      expect(name).not.toMatch(/^[\s.]/u)
      expect(stemOf(name)).not.toMatch(/[\s.]$/u)
    }))

  test('a safe name is not a device of Windows', () => holds(name => expect(name).not.toMatch(DEVICE)))

  test('a safe name has at most 255 bytes', () =>
    holds(name => expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)))

  test('a safe name leaves room for a folder in a path of 200 characters', () =>
    holds(name => expect(name.length).toBeLessThanOrEqual(190)))

  test('a safe name is composed and well-formed', () =>
    holds(name => {
      expect(name.normalize('NFC')).toBe(name)
      expect(name.isWellFormed()).toBe(true)
    }))

  test('a safe name stays the same when made safe again', () =>
    holds(name => expect(safe(stemOf(name))).toBe(name)))

  test('a safe name is the same for the same text', () =>
    holds((name, stem) => expect(safe(stem)).toBe(name)))
})

describe('examples of safe names', () => {
  test.each([
    ['000123', '000123.jpg'],
    ['MA--001', 'MA--001.jpg'],
    ['Größe-5', 'Größe-5.jpg'],
    ['Gro\u0308ße-5', 'Größe-5.jpg'],
    ['007/13', '007_13.jpg'],
    ['K\\17', 'K_17.jpg'],
    ['12:30*?', '12_30__.jpg'],
    ['"Zitat"', '_Zitat_.jpg'],
    ['4711.0815', '4711.0815.jpg'],
    ['../../etc/passwd', '_.._etc_passwd.jpg'],
    ['C:\\Windows', 'C__Windows.jpg'],
    ['.verborgen', 'verborgen.jpg'],
    ['Punkt.', 'Punkt.jpg'],
    ['CON', 'CON_.jpg'],
    ['nul.txt', 'nul_.txt.jpg'],
    ['CON .txt', 'CON_ .txt.jpg'],
    ['LPT1', 'LPT1_.jpg'],
    ['com¹', 'com¹_.jpg'],
    ['CONSUL', 'CONSUL.jpg'],
    ['', 'employee-7.jpg'],
    ['..', 'employee-7.jpg'],
    [' . ', 'employee-7.jpg'],
    ['\u202egpj.exe', 'gpj.exe.jpg'],
    ['a\0b', 'a_b.jpg'],
    ['٠١٢٣', '٠١٢٣.jpg'],
    ['🌻', '🌻.jpg'],
  ])('%j becomes %j', (stem, name) => expect(safe(stem)).toBe(name))

  test.each(INVISIBLE_ROWS)('a safe name does not contain the %s', (_, character) => {
    expect(safe(`${character}7${character}8${character}`)).toBe('78.jpg')
    expect(safe(character)).toBe('employee-7.jpg')
    expect(safe(`.${character}.`)).toBe('employee-7.jpg')
    expect(safe(`CO${character}N`)).toBe('CON_.jpg')
    expect(safe(`a${character}\u0308`)).toBe('ä.jpg')
  })

  test.each(JOINED)('the name %s keeps its joiner, even when it is cut', word => {
    expect(safe(word)).toBe(`${word}.jpg`)
    const long = word.repeat(50)
    for (const length of Array.from({ length: 12 }, (_, index) => 180 + index)) {
      const stem = stemOf(safe(`${'x'.repeat(length - 8)}${long}`))
      expect(stem).not.toMatch(/[\u200c\u200d]$/)
    }
  })

  test('a long number is cut between characters, never inside one', () => {
    expect(safe('🌻'.repeat(100))).toBe(`${'🌻'.repeat(62)}.jpg`)
    expect(safe('e\u0301'.repeat(200))).toBe(`${'é'.repeat(125)}.jpg`)
  })

  test.each([
    ['x'.repeat(186), false],
    ['x'.repeat(187), true],
    ['ü'.repeat(125), false],
    ['ü'.repeat(126), true],
    ['007/13', false],
  ])('the name %s is shortened: %s', (stem, shortened) => {
    expect(toSafeStem(stem, '.jpg', 'employee-7').shortened).toBe(shortened)
  })

  test('a name that is cut at a space or a dot ends before it', () => {
    expect(safe(`${'x'.repeat(184)}. y`)).toBe(`${'x'.repeat(184)}.jpg`)
  })

  test('one endless character is cut rather than lost', () => {
    const name = safe(`a${'\u20d0'.repeat(99)}`)
    expect(name).toMatch(/^a\u20d0+\.jpg$/)
  })
})

describe('a whole file name', () => {
  test.each([
    ['Mitarbeitende 2026/0148.csv', 'Mitarbeitende 2026_0148.csv'],
    ['..\\..\\\u202egpj.exe', '_.._gpj.exe'],
    ['portraits_1-of-2.zip', 'portraits_1-of-2.zip'],
    ['nul.csv', 'nul_.csv'],
    ['a.b.xlsx', 'a.b.xlsx'],
    ['ohne Endung', 'ohne Endung'],
    ['Ende. Punkt', 'Ende. Punkt'],
    ['.csv', 'download.csv'],
    ['\u3164', 'download'],
    [`${'x'.repeat(300)}.csv`, `${'x'.repeat(186)}.csv`],
  ])('%j becomes %j', (name, safe) => {
    expect(toSafeFileName(name)).toBe(safe)
    expect(toSafeFileName(safe)).toBe(safe)
  })

  test('a whole file name stays the same when made safe again, and has no refused character', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('', '.csv', '.zip', '.'), (text, ending) => {
        const name = toSafeFileName(text + ending)
        expect(toSafeFileName(name)).toBe(name)
        expect(name).not.toMatch(REFUSED)
        expect(name).toMatch(/^[^\s.]/u)
      }),
      RUNS,
    )
  })
})

test('a cut text is the beginning of the text and fits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 4, max: 300 }), (text, max) => {
      const cut = cutToFit(text, { bytes: max, characters: 1000 })
      expect(text.startsWith(cut)).toBe(true)
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(max)
      if (Buffer.byteLength(text) <= max) expect(cut).toBe(text)
      if (text !== '') expect(cut).not.toBe('')
    }),
    runs(2000),
  )
})

test('the time to make a name safe grows linearly with its length', () => {
  const begun = performance.now()
  for (const blank of [' ', '.', ' .']) toSafeName(`a${blank.repeat(50_000)}b`, 'jpg', 'employee-7')
  expect(performance.now() - begun).toBeLessThan(1_500)
})
