import { decodeText } from './decode-text.ts'
import { guessDelimiter } from './guess-delimiter.ts'
import { parseDelimited } from './parse-delimited.ts'
import { refuseForeignText } from './refuse-foreign-text.ts'
import { DELIMITERS, type ReadOverrides, type Table } from './table.ts'
import { toTable } from './to-table.ts'

/** Excel's own way to name the separator: a first line that it neither shows nor counts. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i

/** How other systems make Excel keep zeros: a formula whose value is the text. Excel shows what is inside. */
const TEXT_FORMULA = /^="(.*)"$/s

/** A delimited text (CSV, TSV, TXT) as lines. Throws `ReadError`. */
export function readText(bytes: Uint8Array, overrides: ReadOverrides = {}): Table {
  const { text, encoding } = decodeText(bytes, overrides.encoding)
  refuseForeignText(text)
  const separator = SEPARATOR_LINE.exec(text)
  const body = separator ? text.slice(separator[0].length) : text
  const named = DELIMITERS.find(delimiter => delimiter === separator?.[1])
  const delimiter = overrides.delimiter ?? named ?? guessDelimiter(body)
  const lines = parseDelimited(body, delimiter)
  return toTable(
    lines.map((cells, index) => ({ row: index + 1, cells: cells.map(toShown) })),
    { kind: 'text', encoding, delimiter, sheet: null },
  )
}

function toShown(cell: string): string {
  return TEXT_FORMULA.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell
}
