import { fold } from '#lib/i18n/fold.ts'
import { LOCALES } from '#lib/portrait-api/contract.ts'

type Language = (typeof LOCALES)[number]

/** As lists name the two languages of the invitation, folded: in both languages, as codes, and as SAP's one letter. */
const WORDS: Record<Language, readonly string[]> = {
  de: [
    'de',
    'd',
    'deu',
    'ger',
    'deutsch',
    'german',
    'germany',
    'deutschland',
    'dt',
    'allemand',
    'deutschsprachig',
  ],
  en: ['en', 'e', 'eng', 'englisch', 'english', 'engl', 'gb', 'uk', 'us', 'anglais', 'englischsprachig'],
}
/** As a list says that nobody has chosen: our own lists do, in both languages (`employees.locales.none`). */
const NOT_CHOSEN = ['standard', 'default', 'standardsprache', 'vorgabe', 'voreinstellung', '-', '–']

/** The country behind the language: `de-AT`, `en_US`, "Deutsch (Schweiz)". */
const COUNTRY = /^([a-z]+)\s*[-_(].*$/

/** `de` or `en`; null for any other word, also for the empty one. */
export function parseLanguage(text: string): Language | null {
  const word = fold(text).german.trim().replace(/\.$/, '')
  const short = word.replace(COUNTRY, '$1')
  return LOCALES.find(language => WORDS[language].includes(word) || WORDS[language].includes(short)) ?? null
}

/** Whether a cell says in words that no language was chosen, which is what an empty cell says, too. */
export function isNotChosen(text: string): boolean {
  return NOT_CHOSEN.includes(fold(text).german.trim())
}
