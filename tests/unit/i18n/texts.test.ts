import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { BUILT_IN_TARGETS } from '#lib/exports/targets/built-in-targets.ts'
import archiveDe from '#lib/exports/texts/de.json' with { type: 'json' }
import archiveEn from '#lib/exports/texts/en.json' with { type: 'json' }
import { ALL, DE, EN, flatten, listBranches, listParameters, listWords, parseText } from './text-files.ts'

/** Words that are the same in both languages. */
const SAME = new Set([
  'LDAP / Active Directory',
  'Microsoft 365',
  'Server',
  'Port',
  '{format, select, webp {WebP} png {PNG} other {JPEG}} {width} × {height}\u00a0px',
  'Esc',
  'Person',
  'Deutsch',
  'Downloads',
  'English',
  'Format',
  'JPEG',
  'Name',
  'PNG',
  'Portrait Desk',
  'Status',
])
/** Technical words. Letter case matters for words with another meaning. */
/** People are deleted; only in capitals is it a method. */
const TECHNICAL =
  /\b(GET|POST|PUT|PATCH|(?-i:DELETE)|JSON|HTTP|SQL|SQLite|401|403|404|409|422|429|50[234])\b|\b(rate limit|api calls?|endpoint|payload|status code|timeout|null|undefined|cookie|stack ?trace)\b/i
/** Texts that only operators can act on use technical words. */
const FOR_OPERATORS = /\.command$|^errors\.http_version$/
const DU = /\b(du|dir|dich|dein|deine[mnrs]?|euch|euer|eure[mnrs]?)\b/i
const ENGLISH = /\b(the|and|please|your|you|is|are|with|this|of|to|for|has|have)\b/i
const GERMAN = /\b(und|der|das|nicht|bitte|ist|wird|werden|für|ein|eine)\b/i

/** Texts in downloads, and instructions for systems. These quote the labels of other programs. */
const OF_DOWNLOADS = [
  ...flatten(archiveDe).map(([key, text]) => ['de', key, text] as const),
  ...flatten(archiveEn).map(([key, text]) => ['en', key, text] as const),
  ...BUILT_IN_TARGETS.flatMap(({ id, how }) =>
    (['de', 'en'] as const).map(
      language => [language, id, how[language].replace(/[„“][^“”]+[“”]/g, '')] as const,
    ),
  ),
]

/** Returns the keys whose text breaks a rule. */
function findKeys(
  language: 'de' | 'en' | 'both',
  breaks: (words: string, key: string) => boolean,
  texts: readonly (readonly ['de' | 'en', string, string])[] = ALL,
): string[] {
  return texts
    .filter(([of, key, text]) => (language === 'both' || of === language) && breaks(listWords(text), key))
    .map(([of, key]) => `${of} ${key}`)
}

describe('German and English', () => {
  test('both languages have the same keys', () =>
    expect([...DE.keys()].sort()).toEqual([...EN.keys()].sort()))

  test('both languages take the same parameters and branches for each key', () => {
    const different = [...EN].filter(([key, text]) => {
      const [german, english] = [parseText(DE.get(key) ?? ''), parseText(text)]
      return !isDeepStrictEqual(shapeOf(german), shapeOf(english))
    })
    expect(different.map(([key]) => key)).toEqual([])
  })

  test('no text is empty, or the same in both by mistake', () => {
    expect(findKeys('both', words => words.trim() === '')).toEqual([])
    const same = [...EN].filter(([key, text]) => text === DE.get(key) && /\p{L}{3}/u.test(listWords(text)))
    expect(same.filter(([, text]) => !SAME.has(text)).map(([key]) => key)).toEqual([])
  })

  test('no text of one language has words of the other', () => {
    expect(findKeys('de', words => ENGLISH.test(words))).toEqual([])
    expect(findKeys('en', words => GERMAN.test(words))).toEqual([])
  })
})

/** Matches the limit per minute, which only operators see at the connection. */
const IN_A_MINUTE = /\bpro Minute\b|\bper minute\b/i
const OF_THE_CONNECTION = /^connect\.connected\.figures$/

/** Names by others: the customer portal, Microsoft, a file, systems. */
const OF_OTHERS = new Set(['API-Zugang', 'photoUpdateSettings', 'portraits.csv'])
const SYSTEMS = BUILT_IN_TARGETS.flatMap(({ name }) => [name.de, name.en])

describe('texts of the screens', () => {
  test('no text names a place by another name than its label', () => {
    const fold = (label: string) => label.replace(/\s*…$/, '').toLowerCase()
    const labels = new Set(ALL.map(([language, , text]) => `${language} ${fold(text)}`))
    const strange = ALL.flatMap(([language, key, text]) =>
      [...text.matchAll(language === 'de' ? /„([^“{}]+)“/g : /“([^”{}]+)”/g)]
        .map(([, label = '']) => label)
        .filter(label => !labels.has(`${language} ${fold(label)}`))
        .filter(label => !OF_OTHERS.has(label) && !SYSTEMS.includes(label))
        .map(label => `${language} ${key}: ${label}`),
    )
    expect(strange).toEqual([])
  })

  test('German texts say Sie', () => expect(findKeys('de', words => DU.test(words))).toEqual([]))

  test('texts contain no technical words', () => {
    expect(findKeys('both', (words, key) => TECHNICAL.test(words) && !FOR_OPERATORS.test(key))).toEqual([])
  })

  test('texts name the service’s limit per minute only for operators', () => {
    const isSaid = (words: string, key: string) => IN_A_MINUTE.test(words) && !OF_THE_CONNECTION.test(key)
    expect(findKeys('both', isSaid)).toEqual([])
  })

  test('texts end with one sign at most, and have no exclamation mark', () => {
    expect(findKeys('both', words => /!|\?\?|\.\.|…\./.test(words))).toEqual([])
  })

  test('texts have no extra space', () => {
    expect(findKeys('both', words => /^\s|\s$|[^\S\n]{2}|\s[,.;:!?)]/m.test(words))).toEqual([])
  })

  test('texts break no line between a number and its unit', () => {
    const breaks = [...ALL, ...OF_DOWNLOADS].filter(([, , text]) =>
      /[\d}] (?:MB|GB|KB|px|%)(?!\w)/.test(text),
    )
    expect(breaks.map(([language, key]) => `${language} ${key}`)).toEqual([])
  })

  test('texts have the quotation marks of their language', () => {
    expect(findKeys('both', words => /["'`´]/.test(words))).toEqual([])
    expect(findKeys('de', words => /”/.test(words) || /“/.test(words.replace(/„[^“]+“/g, '')))).toEqual([])
    expect(findKeys('en', words => /„/.test(words) || /[“”]/.test(words.replace(/“[^”]+”/g, '')))).toEqual([])
  })

  test('texts have a space before an ellipsis in German, and none in English', () => {
    expect(findKeys('de', words => /[^\s(]…/.test(words))).toEqual([])
    expect(findKeys('en', words => /\s…/.test(words))).toEqual([])
  })

  test('texts use the words of docs/wording.md', () => {
    const rows = readFileSync('docs/wording.md', 'utf8')
      .split('\n')
      .filter(line => line.startsWith('|'))
      .map(line => line.split('|').map(cell => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word)))
    const avoid = (column: number) => rows.flatMap(cells => cells[column] ?? [])
    expect(avoid(4).length).toBeGreaterThan(20)
    expect(avoid(5).length).toBeGreaterThan(20)
    const find = (language: 'de' | 'en', words: (string | undefined)[]) =>
      words.flatMap((word = '') => {
        const flags = language === 'en' || word === word.toLowerCase() ? 'iu' : 'u'
        const used = new RegExp(`(?<![\\p{L}-])${word}(?!\\p{L})`, flags)
        const isUsed = (text: string, key: string) => !key.endsWith('.command') && used.test(text)
        const keys = findKeys(language, isUsed, [...ALL, ...OF_DOWNLOADS])
        return keys.map(key => `${key}: ${word}`)
      })
    expect(find('de', avoid(4))).toEqual([])
    expect(find('en', avoid(5))).toEqual([])
  })
})

function shapeOf(text: ReturnType<typeof parseText>) {
  return { parameters: new Set(listParameters(text)), branches: listBranches(text) }
}
