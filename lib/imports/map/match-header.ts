import { fold } from '#lib/i18n/fold.ts'
import { type ColumnMeaning, HEADER_WORDS } from './header-words.ts'

/** What a header says, and how good its word is: 0 is the best of the words for its meaning. */
type HeaderMatch = { meaning: ColumnMeaning; rank: number }

/** A remark behind the word: "Personalnummer (SAP)", "E-Mail *", "Name [Pflichtfeld]". */
const REMARK = /[([{<].*$/
const BETWEEN_WORDS = /[^a-z0-9]+/g

const MATCHES = new Map<string, HeaderMatch>(
  Object.entries(HEADER_WORDS).flatMap(([meaning, words]) =>
    words.map((word, rank): [string, HeaderMatch] => [word, { meaning: meaning as ColumnMeaning, rank }]),
  ),
)

/** Which field a column is for by its header, in German or English, however it is spelt; null for any other header. */
export function matchHeader(header: string): HeaderMatch | null {
  return MATCHES.get(toHeaderKey(header)) ?? MATCHES.get(toHeaderKey(header.replace(REMARK, ''))) ?? null
}

/** `Pers.-Nr.`, `PERS NR` and `pers_nr` are one word. */
export function toHeaderKey(header: string): string {
  return fold(header).german.replace(BETWEEN_WORDS, '')
}
