/**
 * Characters that nobody sees: they make two names look alike, or turn the direction of what stands after them (Unicode
 * Technical Report 36, Bidirectional Text Spoofing; CVE-2021-42574). Data keeps them; what people and file systems read
 * does not. See docs/decisions/032-characters-nobody-sees.md.
 */

/** Format characters, what Unicode says to draw as nothing (fillers, variation selectors, tags), separators, a blank. */
const HIDDEN = String.raw`\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800`
/** Controls, but for tabs and line ends, which are seen as a space. */
const CONTROL = String.raw`\0-\x08\x0e-\x1f\x7f-\x9f`

/** Scripts whose letters join; in them the two joiners are spelling, as in the Persian Ali-Reza. */
const JOINING = [
  ...['Arab', 'Syrc', 'Nkoo', 'Adlm', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda'],
  ...['Mlym', 'Sinh', 'Mymr', 'Tibt'],
].map(script => String.raw`\p{Script_Extensions=${script}}`)
const JOINED = String.raw`(?=[\p{L}\p{M}])[${JOINING.join('')}]`
/** Inside a word, and alone: at an edge, or twice, a joiner joins nothing. */
const NEEDED = String.raw`(?<=${JOINED})[\u200c\u200d](?=${JOINED})`

/** Hebrew, Arabic and what else is written from right to left, by their blocks. */
const RIGHT_TO_LEFT = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`
/** What `toVisible` makes: right-to-left text in one closed isolate, with nothing else in it that is not seen. */
const ISOLATE = String.raw`\u2068(?=[^\u2068\u2069]*[${RIGHT_TO_LEFT}])((?:${NEEDED}|[^${HIDDEN}${CONTROL}])*)\u2069`

const ANY_HIDDEN = new RegExp(`[${HIDDEN}]`, 'gu')
const TO_REMOVE = new RegExp(`(?!${NEEDED})[${HIDDEN}]`, 'gu')
const TO_SHOW = new RegExp(`(?!${NEEDED})[${HIDDEN}${CONTROL}]`, 'gu')
const TO_SHOW_IN_SENTENCE = new RegExp(`${ISOLATE}|(?!${NEEDED})[${HIDDEN}${CONTROL}]`, 'gu')
export const ISOLATES = new RegExp(ISOLATE, 'gu')
export const IS_RIGHT_TO_LEFT = new RegExp(`[${RIGHT_TO_LEFT}]`, 'u')

/** Most texts: letters of Latin scripts, digits and signs, with nothing in them that is not seen or runs from right to left. */
export const PLAIN = /^[ -~\u00a0-\u00ac\u00ae-\u024f]*$/

/** A piece of a text that is seen, or the number of a character that is not; `at` counts from 0 in UTF-16. */
type Piece = { text: string; at: number } | { code: string; at: number }

/** The text without what nobody sees in it. Joiners stay where spelling wants them, unless they shall go out too. */
export function withoutInvisible(
  text: string,
  { joiners = 'spelled' }: { joiners?: 'spelled' | 'out' } = {},
) {
  return text.replaceAll(joiners === 'out' ? ANY_HIDDEN : TO_REMOVE, '')
}

/** The numbers of the characters that nobody sees, such as `U+202E`, each once, in the order in which they stand. */
export function findInvisible(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(TO_SHOW), ([character]) => toCode(character)))]
}

/** The text in pieces, for a page that puts a mark in the place of each invisible character. */
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
 * The text for a file that people read, a report or a script: each invisible character as `[U+202E]`. The real text cannot
 * be had back, so no system that takes data gets it.
 */
export function escapeInvisible(text: string): string {
  return text.replaceAll(TO_SHOW, character => `[${toCode(character)}]`)
}

/**
 * The text for a sentence: as `escapeInvisible`, and right-to-left text isolated (UAX 9, section 2.4), so that it does not
 * move what stands around it. Of its own result it makes the same again.
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
