import { FOLDINGS, fold, SPELT_OUT, toWords } from '#lib/i18n/fold.ts'

/** The range of a hit, `to` exclusive, in UTF-16 units of the displayed text. */
type Hit = { from: number; to: number }

const LETTERS = new Intl.Segmenter()

/**
 * Finds the words of a query in a text, so that a screen can mark them. Hits are in order and never touch each other.
 */
export function findHits(text: string, query: string): Hit[] {
  const words = toWords(query)
  if (words.length === 0) return []
  const texts = foldWithPlaces(text)
  const hits: Hit[] = []
  for (const folding of FOLDINGS) {
    const { folded, starts } = texts[folding]
    for (const word of words) {
      if (word[folding] === '') continue
      for (let at = folded.indexOf(word[folding]); at >= 0; at = folded.indexOf(word[folding], at + 1))
        hits.push({ from: starts[at] ?? 0, to: toEnd(starts, at + word[folding].length - 1) })
    }
  }
  return merge(hits.filter(({ from, to }) => to > from))
}

/** A folded text, and for each of its characters (and its end) where the original letter begins. */
type Placed = { folded: string; starts: number[] }

/** Folds letter by letter, with the same result as `fold`. */
function foldWithPlaces(text: string): Record<(typeof FOLDINGS)[number], Placed> {
  const plain: Placed = { folded: '', starts: [] }
  const german: Placed = { folded: '', starts: [] }
  for (const { segment, index } of LETTERS.segment(text)) {
    const letter = fold(segment)
    append(plain, letter.plain, index)
    append(german, letter.german, index)
  }
  plain.starts.push(text.length)
  german.starts.push(text.length)
  return { plain, german, short: shorten(plain) }
}

function append(placed: Placed, letters: string, start: number): void {
  placed.folded += letters
  for (let letter = 0; letter < letters.length; letter += 1) placed.starts.push(start)
}

/** Drops each e that spells an umlaut out, exactly as `fold` does. */
function shorten({ folded, starts }: Placed): Placed {
  const dropped = new Set([...folded.matchAll(SPELT_OUT)].map(({ index }) => index))
  return {
    folded: folded.replace(SPELT_OUT, ''),
    starts: starts.filter((_, place) => !dropped.has(place)),
  }
}

/** Returns the end of the whole letter that this folded character came from: half an ß is marked as an ß. */
function toEnd(starts: number[], place: number): number {
  const start = starts[place] ?? 0
  return starts.find((next, index) => index > place && next > start) ?? start
}

function merge(hits: Hit[]): Hit[] {
  const merged: Hit[] = []
  for (const hit of hits.sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = merged.at(-1)
    if (last && hit.from <= last.to) last.to = Math.max(last.to, hit.to)
    else merged.push({ ...hit })
  }
  return merged
}
