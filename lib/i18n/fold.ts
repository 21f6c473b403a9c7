/**
 * A text without the differences in how people type: letter case, accents, and the three spellings of an umlaut.
 * `plain` reads ü as u, `german` as ue, and `short` reads a typed ue as u. A name matches when one of the three
 * matches: "Müller", "Mueller" and "Muller" find each other, and no half-typed word loses its match.
 * See docs/decisions/015-search-and-order.md.
 */
export type Folded = { plain: string; german: string; short: string }

export const FOLDINGS = ['plain', 'german', 'short'] as const

/** Letters that Unicode does not decompose into a base letter and an accent. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
}
const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' }
/** The e of an umlaut typed as two letters. */
export const SPELT_OUT = /(?<=[aou])e/g
const MARKS = /\p{M}/gu
const ASCII = /^[\0-\x7f]*$/

export function fold(text: string): Folded {
  // A fast path: most texts only need lower case, and a search folds every letter of a page.
  if (ASCII.test(text)) return foldAscii(text.toLowerCase())
  const lower = text.normalize('NFC').toLowerCase()
  const plain = toBaseLetters(lower)
  return {
    plain,
    german: toBaseLetters(lower.replace(/[äöü]/g, letter => UMLAUTS[letter] ?? letter)),
    short: plain.replace(SPELT_OUT, ''),
  }
}

function foldAscii(lower: string): Folded {
  return { plain: lower, german: lower, short: lower.replace(SPELT_OUT, '') }
}

/** Splits a query into words; "Müller, Anna" is two words. All of them must match, in any order. */
export function toWords(query: string): Folded[] {
  return query
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(fold)
}

export function contains(text: Folded, word: Folded): boolean {
  return FOLDINGS.some(folding => text[folding].includes(word[folding]))
}

function toBaseLetters(lower: string): string {
  return lower
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, letter => LETTERS[letter] ?? letter)
}
