import { fold } from '#lib/i18n/fold.ts'
import { LOCALES } from '#lib/portrait-api/contract.ts'

type Language = (typeof LOCALES)[number]
type Words = Record<Language, readonly string[]>

/** Words that can only mean a language, folded: its name in three languages, and its codes. */
const NAMES: Words = {
  de: ['de', 'deu', 'ger', 'deutsch', 'german', 'dt', 'allemand', 'deutschsprachig'],
  en: ['en', 'eng', 'englisch', 'english', 'engl', 'anglais', 'englischsprachig'],
}
/**
 * Words that mean a language in a language column, and something else in any other: SAP's one letter, and countries.
 */
const SHORT: Words = { de: ['d', 'germany', 'deutschland'], en: ['e', 'gb', 'uk', 'us'] }
/** Language codes that are country codes too. */
const COUNTRIES = ['de', 'deu', 'ger']
/** Words for "not chosen", as in the desk's own lists in both languages (`employees.locales.none`). */
const NOT_CHOSEN = ['standard', 'default', 'standardsprache', 'vorgabe', 'voreinstellung', '-', '–']

/** A language with its country, BCP 47: `de-AT`, `en_US`, `en-001`. */
const TAG = /^(de|en|deu|eng)[-_]([a-z]{2}|\d{3})$/
/** Countries after `de`; German states are written in the same way (`DE-BY`). */
const GERMAN_IN = ['de', 'at', 'ch', 'li', 'lu', 'it']
/** "Deutsch (Schweiz)". */
const REMARK = /\s*\(.*\)$/

/** Parses a cell of a language column to `de` or `en`; null for any other word or an empty cell. */
export function parseLanguage(text: string): Language | null {
  const word = toWord(text)
  const [, tag] = TAG.exec(word) ?? []
  return find(NAMES, tag ?? word.replace(REMARK, '')) ?? find(SHORT, word)
}

/** True when a cell alone shows that its column holds languages: the whole cell names one, and nothing else. */
export function namesLanguage(text: string): boolean {
  const word = toWord(text)
  const [, language, country = ''] = TAG.exec(word) ?? []
  if (language) return find(NAMES, language) === 'en' || GERMAN_IN.includes(country)
  return find(NAMES, word) !== null
}

/** True when the cell would have the same text in a country column. */
export function mayBeCountry(text: string): boolean {
  return COUNTRIES.includes(toWord(text))
}

/** True when a cell states that no language was chosen, which equals an empty cell. */
export function isNotChosen(text: string): boolean {
  return NOT_CHOSEN.includes(fold(text).german.trim())
}

function toWord(text: string): string {
  return fold(text).german.trim().replace(/\.$/, '')
}

function find(words: Words, word: string): Language | null {
  return LOCALES.find(language => words[language].includes(word)) ?? null
}
