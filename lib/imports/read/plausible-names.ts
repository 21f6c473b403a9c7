/** A measure of how plausible the names in a text are. */
export type Plausibility = {
  /** Letters beyond ASCII in places where no name has them: `MŸller`, `Wa³êsa`, `Mˆller`. */
  odd: number
  /** Letters that are correct in some language, but not typical of a German list. */
  foreign: number
}

const BEYOND_ASCII = /\P{ASCII}/gu
const HOME = new Set('äöüßÄÖÜéÉ')
const LETTERS = new Set(
  [
    'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝŸŒàáâãäåæçèéêëìíîïðñòóôõöøùúûüýÿœß',
    'ĞİŞğış',
    'ĄĆĘŁŃŚŹŻČĎĚŇŘŠŤŮŽŐŰĂŞŢĽĹŔĐąćęłńśźżčďěňřšťůžőűăşţľĺŕđ',
  ].join(''),
)
/** Characters that may precede or follow a word. */
const AROUND = new Set('’‘“”„‚»«›‹…–—®™°©€´`\u00a0')
const SOFT_HYPHEN = '\u00ad'
/** Characters that may appear between two letters of a word. */
const INSIDE = new Set('’‘´–\u00ad\u00a0')
/** Letters that German or Western lists use as signs. */
const LETTERS_AS_SIGNS = new Set('ªºµ')

export function toPlausibility(text: string): Plausibility {
  let odd = 0
  let foreign = 0
  for (const { 0: sign, index } of text.matchAll(BEYOND_ASCII)) {
    const before = text.slice(Math.max(0, index - 2), index)
    const after = text.slice(index + 1, index + 3)
    if (isOdd(sign, before, after)) odd += 1
    else if ((LETTERS.has(sign) && !HOME.has(sign)) || isCyrillic(sign) || sign === SOFT_HYPHEN) foreign += 1
  }
  return { odd, foreign }
}

function isOdd(sign: string, before: string, after: string): boolean {
  const [last = '', next = ''] = [before.at(-1), after.at(0)]
  if (isCyrillic(sign) && (isLatin(last) || isLatin(next))) return true
  if (LETTERS.has(sign) || isCyrillic(sign)) {
    if (isLatin(sign) && isAmongAccents(before, after)) return true
    if (!isUpper(sign) || !isLetter(last)) return false
    return !isUpper(last) || (isLetter(next) && !isUpper(next))
  }
  if (sign === '·') return last.toLowerCase() !== 'l' || next.toLowerCase() !== 'l'
  if (isLetter(sign) && !LETTERS_AS_SIGNS.has(sign)) return true
  if (isLetter(last) && isLetter(next)) return !INSIDE.has(sign)
  // `m³` is not a name.
  const isByWord = [...before].every(isLetter) || [...after].every(isLetter)
  return /[\u0080-\u009f]/.test(sign) || (isByWord && before !== '' && after !== '' && !AROUND.has(sign))
}

/** True for three letters beyond ASCII in a row: `Èâàíîâ` is Иванов. */
function isAmongAccents(before: string, after: string): boolean {
  const [first = false, second = false, third = false, fourth = false] = [
    ...[before.length > 1 && isAccent(before.charAt(0)), isAccent(before.at(-1) ?? '')],
    ...[isAccent(after.charAt(0)), isAccent(after.charAt(1))],
  ]
  return (first && second) || (second && third) || (third && fourth)
}

function isAccent(sign: string): boolean {
  return sign > '\u007f' && isLetter(sign)
}

function isCyrillic(sign: string): boolean {
  return /^\p{Script=Cyrillic}$/u.test(sign)
}

function isLatin(sign: string): boolean {
  return /^\p{Script=Latin}$/u.test(sign)
}

function isLetter(sign: string): boolean {
  return /^\p{L}$/u.test(sign)
}

function isUpper(sign: string): boolean {
  return sign !== sign.toLowerCase()
}
