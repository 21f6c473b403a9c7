/**
 * Characters that readers cannot see: they make two names look alike, or change the direction of the text after them
 * (Unicode Technical Report 36, Bidirectional Text Spoofing; CVE-2021-42574). Data keeps them; text for people and file
 * systems does not. See docs/decisions/032-characters-nobody-sees.md.
 */

/**
 * Format characters, characters that Unicode renders as nothing (fillers, variation selectors, tags), separators, a
 * blank.
 */
const HIDDEN = String.raw`\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800`
/** Control characters, except tabs and line ends, which look like a space. */
const CONTROL = String.raw`\0-\x08\x0e-\x1f\x7f-\x9f`

/** Scripts with joining letters; in them the two joiners are part of the spelling, as in the Persian Ali-Reza. */
const JOINING = [
  ...['Arab', 'Syrc', 'Nkoo', 'Adlm', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda'],
  ...['Mlym', 'Sinh', 'Mymr', 'Tibt'],
].map(script => String.raw`\p{Script_Extensions=${script}}`)
const JOINED = String.raw`(?=[\p{L}\p{M}])[${JOINING.join('')}]`
/** A single joiner inside a word: at an edge, or doubled, it joins nothing. */
const NEEDED = String.raw`(?<=${JOINED})[\u200c\u200d](?=${JOINED})`

/** Hebrew, Arabic and other right-to-left scripts, by their blocks. */
const RIGHT_TO_LEFT = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`
/** The output of `toVisible`: right-to-left text in one closed isolate, without other invisible characters. */
const ISOLATE = String.raw`\u2068(?=[^\u2068\u2069]*[${RIGHT_TO_LEFT}])((?:${NEEDED}|[^${HIDDEN}${CONTROL}])*)\u2069`

const ANY_HIDDEN = new RegExp(`[${HIDDEN}]`, 'gu')
const TO_REMOVE = new RegExp(`(?!${NEEDED})[${HIDDEN}]`, 'gu')
const TO_SHOW = new RegExp(`(?!${NEEDED})[${HIDDEN}${CONTROL}]`, 'gu')
const TO_SHOW_IN_SENTENCE = new RegExp(`${ISOLATE}|(?!${NEEDED})[${HIDDEN}${CONTROL}]`, 'gu')
export const ISOLATES = new RegExp(ISOLATE, 'gu')
export const IS_RIGHT_TO_LEFT = new RegExp(`[${RIGHT_TO_LEFT}]`, 'u')

/** Matches most texts: Latin letters, digits and signs, without invisible characters or right-to-left text. */
export const PLAIN = /^[ -~\u00a0-\u00ac\u00ae-\u024f]*$/

/** A visible piece of a text, or the code of an invisible character; `at` counts from 0 in UTF-16. */
type Piece = { text: string; at: number } | { code: string; at: number }

/** Removes invisible characters. Joiners stay where spelling needs them, unless `joiners` is `out`. */
export function withoutInvisible(
  text: string,
  { joiners = 'spelled' }: { joiners?: 'spelled' | 'out' } = {},
) {
  return text.replaceAll(joiners === 'out' ? ANY_HIDDEN : TO_REMOVE, '')
}

/** Lists the codes of the invisible characters, such as `U+202E`, each once, in order of occurrence. */
export function findInvisible(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(TO_SHOW), ([character]) => toCode(character)))]
}

/** Splits the text for a page that shows a mark in place of each invisible character. */
export function splitInvisible(text: string): Piece[] {
  if (PLAIN.test(text)) return text === '' ? [] : [{ text, at: 0 }]
  const pieces: Piece[] = []
  let end = 0
  const takeUntil = (next: number) => {
    if (next > end) pieces.push({ text: text.slice(end, next), at: end })
  }
  for (const { 0: character, 1: isolated, index } of text.matchAll(TO_SHOW_IN_SENTENCE)) {
    if (isolated !== undefined) continue
    takeUntil(index)
    pieces.push({ code: toCode(character), at: index })
    end = index + character.length
  }
  takeUntil(text.length)
  return pieces
}

/**
 * Formats text for a file that people read, a report or a script: each invisible character as `[U+202E]`. This is
 * irreversible, so it is never used for data that a system reads.
 */
export function escapeInvisible(text: string): string {
  return text.replaceAll(TO_SHOW, character => `[${toCode(character)}]`)
}

/**
 * Formats text for a sentence: like `escapeInvisible`, and isolates right-to-left text (UAX 9, section 2.4), so that it
 * does not move the text around it. Idempotent.
 */
export function toVisible(text: string): string {
  if (PLAIN.test(text)) return text
  const shown = splitInvisible(text)
    .map(piece => ('text' in piece ? piece.text : `[${piece.code}]`))
    .join('')
  if (!IS_RIGHT_TO_LEFT.test(shown.replaceAll(ISOLATES, ''))) return shown
  return `\u2068${shown.replaceAll(ISOLATES, '$1')}\u2069`
}

function toCode(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
