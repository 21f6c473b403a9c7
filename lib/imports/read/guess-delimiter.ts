import { parseDelimited } from './parse-delimited.ts'
import type { Delimiter } from './table.ts'

/** The rarest inside of texts first: it wins a draw. */
const CANDIDATES: readonly Delimiter[] = ['\t', ';', '|', ',']
const SAMPLE_LINES = 200
/** What a further column is worth, in lines that agree: enough to decide a draw, never more. */
const COLUMN_WEIGHT = 0.005
const COLUMNS_COUNTED_MAX = 30

/**
 * The character that cuts the text into the most even columns. Counting it is not enough: "Müller, Anna" in a list with
 * semicolons has a comma in every line.
 */
export function guessDelimiter(text: string): Delimiter {
  let best: { delimiter: Delimiter; evenness: number } = { delimiter: ';', evenness: 0 }
  for (const delimiter of CANDIDATES) {
    const evenness = toEvenness(text, delimiter)
    if (evenness > best.evenness) best = { delimiter, evenness }
  }
  return best.delimiter
}

function toEvenness(text: string, delimiter: Delimiter): number {
  if (!text.includes(delimiter)) return 0
  const lines = parseDelimited(text, delimiter, { lines: SAMPLE_LINES })
  const filled = lines.filter(cells => cells.some(cell => cell.trim()))
  const counts = new Map<number, number>()
  for (const { length } of filled) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [width, lineCount] = [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0])
  return lineCount && lineCount / filled.length + COLUMN_WEIGHT * Math.min(width, COLUMNS_COUNTED_MAX)
}
