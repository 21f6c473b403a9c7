/** Typos of a word: letters added, missing, replaced, or two neighbours swapped. */

/** In a shorter word, one other letter makes another name: Ina, Ida, Eva. Similar numbers belong to other employees. */
const MAY_BE_MISSPELT = /^\D{4,}$/
/** Minimum length of a word with two typos: in a shorter one, two make another name. */
const TWO_FROM = 7

/** The number of typos allowed in a word, by its length; 0 for a word that never counts as misspelt. */
export function typosMaxOf(word: string): number {
  if (!MAY_BE_MISSPELT.test(word)) return 0
  return word.length < TWO_FROM ? 1 : 2
}

/**
 * Counts typos between the word and the nearest beginning of the text, because the word may be incomplete. Null when
 * there are more than `max`. Restricted Damerau distance: a swapped letter is not changed again.
 */
export function countTypos(word: string, text: string, max: number): number | null {
  // A longer beginning cannot be near enough.
  const length = Math.min(text.length, word.length + max)
  if (length < word.length - max) return null
  let earlier: number[] = []
  let before = Array.from({ length: length + 1 }, (_, at) => at)
  for (let letter = 1; letter <= word.length; letter += 1) {
    const now = [letter]
    let least = letter
    for (let at = 1; at <= length; at += 1) {
      const isSame = word[letter - 1] === text[at - 1]
      let typos = Math.min(
        (before[at - 1] ?? 0) + (isSame ? 0 : 1),
        (before[at] ?? 0) + 1,
        (now[at - 1] ?? 0) + 1,
      )
      const haveSwapped = word[letter - 1] === text[at - 2] && word[letter - 2] === text[at - 1]
      if (letter > 1 && at > 1 && haveSwapped) typos = Math.min(typos, (earlier[at - 2] ?? 0) + 1)
      now.push(typos)
      least = Math.min(least, typos)
    }
    if (least > max) return null
    earlier = before
    before = now
  }
  const typos = Math.min(...before)
  return typos > max ? null : typos
}
