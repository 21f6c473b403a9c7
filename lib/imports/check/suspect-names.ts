import type { ImportPerson, ImportValues, RowProblem } from '#lib/contracts/import-rows.ts'
import { isSuffix, isTitle, MAY_BE_TITLE, toNameWords } from '#lib/imports/map/name-words.ts'

/** UTF-8 read as Windows-1252: `MÃ¼ller`, `GroÃŸ`, `O’Neil` as `Oâ€™Neil`. */
const DOUBLE_ENCODED = /[Â-Å][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€/
/** `M?ller`, `?nne`: letters that a program could not write. */
const QUESTION_MARK = /\p{L}\?|\?\p{L}/u
/** `M√ºller`, `M¸ller`: letters read in another encoding. */
const SIGN_INSIDE = /\p{L}[\p{Sm}\p{Sc}\p{So}¨¸¿¡§]+\p{L}/u
/** `M&uuml;ller`, `M%C3%BCller`, `M=FCller`, `M\u00fcller`. */
const ESCAPED = /&(#x?[\da-f]+|[a-z]+\d*);|%[\da-f]{2}|=[\dA-F]{2}|\\u[\da-f]{4}/i
/** Matches most names, which contain no sign of broken data. */
const PLAIN = /^[A-Za-zÀ-ÖØ-öø-ÿ' -]+$/
/** Length of the longest title without a dot. */
const TITLE_LETTERS_MAX = 12
/** A remark or the rest of a title at the start: `(FH) Anna`. */
const BRACKET = /^[([{]/

/**
 * Finds signs of broken data in a name that differs from the project's: lost letters, titles and suffixes. Each may be
 * correct, so the result is a warning.
 */
export function suspectNames(values: ImportValues, person: ImportPerson | undefined): RowProblem[] {
  return (['first_name', 'last_name'] as const).flatMap((field): RowProblem[] => {
    const name = values[field]
    if (name === '' || name === person?.[field]) return []
    if (!PLAIN.test(name) && isGarbled(name)) return [{ field, code: 'garbled', warning: true }]
    const isNoName = field === 'first_name' ? beginsWithTitle(name) : isTitleAlone(name)
    return isNoName ? [{ field, code: 'not_a_name', warning: true }] : []
  })
}

function isGarbled(name: string): boolean {
  return [DOUBLE_ENCODED, QUESTION_MARK, SIGN_INSIDE, ESCAPED].some(sign => sign.test(name))
}

function beginsWithTitle(name: string): boolean {
  if (!name.includes('.') && !MAY_BE_TITLE.test(name)) return false
  const [first = ''] = toNameWords(name)
  return BRACKET.test(name) || isTitle(first, false) || isTitleAlone(name)
}

function isTitleAlone(name: string): boolean {
  if (!name.includes('.') && (name.length > TITLE_LETTERS_MAX || !MAY_BE_TITLE.test(name))) return false
  const words = toNameWords(name)
  return words.length > 0 && words.every(word => BRACKET.test(word) || isTitle(word, true) || isSuffix(word))
}
