/**
 * Where a spreadsheet would begin to run a text as a formula (OWASP, CSV Injection), also in its full-width forms. Where it takes
 * another character for the separator than the file does, quotes do not hold: a cell also begins behind each of these inside a text.
 * Apostrophes that stand there already get one more, so that each that was put there can be told.
 */
const AT_START = String.raw`(?='*\s*[=+\-@\t\r\n＝＋－＠])`
const BEHIND = String.raw`(?<=[;,\t\r\n])`
const INSIDE = String.raw`(?='*[^\S\t\r\n]*[=+\-@＝＋－＠])`
const FORMULA = new RegExp(`^${AT_START}|${BEHIND}${INSIDE}`, 'g')
const GUARD = new RegExp(`^'${AT_START}|${BEHIND}'${INSIDE}`, 'g')

/** The text with an apostrophe wherever a spreadsheet would run it. */
export function guardFormulas(text: string): string {
  return text.replaceAll(FORMULA, "'")
}

/** A text as it was before `guardFormulas`. Nobody is called so that others would be changed by it. */
export function unguardFormulas(text: string): string {
  return text.replaceAll(GUARD, '')
}
