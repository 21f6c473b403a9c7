import { fold } from '#lib/i18n/fold.ts'
import { LOCALES } from '#lib/portrait-api/contract.ts'

type Language = (typeof LOCALES)[number]
type Words = Record<Language, readonly string[]>

/** What can only mean a language of the invitation, folded: its name in three languages, and its codes. */
const NAMES: Words = {
  de: ['de', 'deu', 'ger', 'deutsch', 'german', 'dt', 'allemand', 'deutschsprachig'],
  en: ['en', 'eng', 'englisch', 'english', 'engl', 'anglais', 'englischsprachig'],
}
/** What means one in a column for languages, and something else in any other: SAP's one letter, and countries. */
const SHORT: Words = { de: ['d', 'germany', 'deutschland'], en: ['e', 'gb', 'uk', 'us'] }
/** Codes of the language that are the country's, too. */
const COUNTRIES = ['de', 'deu', 'ger']
/** As a list says that nobody has chosen: our own lists do, in both languages (`employees.locales.none`). */
const NOT_CHOSEN = ['standard', 'default', 'standardsprache', 'vorgabe', 'voreinstellung', '-', '–']

/** A language with its country, BCP 47: `de-AT`, `en_US`, `en-001`. */
const TAG = /^(de|en|deu|eng)[-_]([a-z]{2}|\d{3})$/
/** Countries behind `de`; a state of Germany is written in the same way (`DE-BY`). */
const GERMAN_IN = ['de', 'at', 'ch', 'li', 'lu', 'it']
/** "Deutsch (Schweiz)". */
const REMARK = /\s*\(.*\)$/

/** `de` or `en`, of a cell in a column for languages; null for any other word, also for the empty one. */
export function parseLanguage(text: string): Language | null {
  const word = toWord(text)
  const [, tag] = TAG.exec(word) ?? []
  return find(NAMES, tag ?? word.replace(REMARK, '')) ?? find(SHORT, word)
}

/** Whether a cell alone gives its column away as one for languages: the whole of it names one, and nothing else. */
export function namesLanguage(text: string): boolean {
  const word = toWord(text)
  const [, language, country = ''] = TAG.exec(word) ?? []
  if (language) return find(NAMES, language) === 'en' || GERMAN_IN.includes(country)
  return find(NAMES, word) !== null
}

/** Whether a cell would say the same in a column for countries. */
export function mayBeCountry(text: string): boolean {
  return COUNTRIES.includes(toWord(text))
}

/** Whether a cell says in words that no language was chosen, which is what an empty cell says, too. */
export function isNotChosen(text: string): boolean {
  return NOT_CHOSEN.includes(fold(text).german.trim())
}

function toWord(text: string): string {
  return fold(text).german.trim().replace(/\.$/, '')
}

function find(words: Words, word: string): Language | null {
  return LOCALES.find(language => words[language].includes(word)) ?? null
}
