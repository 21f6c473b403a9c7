/**
 * Places where a spreadsheet would start to run a text as a formula (OWASP, CSV Injection), also in its full-width
 * forms. Quotes do not help in a program that expects another separator than the file's: each separator inside a text
 * then starts a new cell. Apostrophes already in such a place get one more, so that `unguardFormulas` removes only the
 * added ones.
 */
const AT_START = String.raw`(?='*\s*[=+\-@\t\r\n＝＋－＠])`
const BEHIND = String.raw`(?<=[;,\t\r\n])`
const INSIDE = String.raw`(?='*[^\S\t\r\n]*[=+\-@＝＋－＠])`
const FORMULA = new RegExp(`^${AT_START}|${BEHIND}${INSIDE}`, 'g')
const GUARD = new RegExp(`^'${AT_START}|${BEHIND}'${INSIDE}`, 'g')

/** Puts an apostrophe in front of every place where a spreadsheet would run the text. */
export function guardFormulas(text: string): string {
  return text.replaceAll(FORMULA, "'")
}

/** Reverts `guardFormulas`. No real name has the form that this would alter. */
export function unguardFormulas(text: string): string {
  return text.replaceAll(GUARD, '')
}
