import { decodeText } from './decode-text.ts'
import { REPAIRED } from './decode-utf8.ts'
import { parseDelimited } from './parse-delimited.ts'
import { type OtherFormat, ReadError, type ReadProblem } from './read-error.ts'
import { DELIMITERS, type Delimiter, type ReadOverrides, type Table, UNDECODED } from './table.ts'
import { toTable } from './to-table.ts'

const OPENINGS: readonly (readonly [RegExp, ReadProblem, OtherFormat?])[] = [
  [/^(<!doctype html|<html|<head|<meta|<table|<\?xml[^>]*>\s*(<!doctype html[^>]*>\s*)?<html)/i, 'web_page'],
  [/^mime-version:/i, 'web_page'],
  [/^\{\\rtf/, 'word_processor'],
  [/^<\?xml[\s\S]{0,2000}(excel\.sheet|<workbook)/i, 'other_spreadsheet', 'xml'],
  [/^(<\?xml[^>]*>\s*)?(<!--[\s\S]{0,2000}?-->\s*)?<office:document/i, 'other_spreadsheet', 'ods'],
  [/^ID;P/, 'other_spreadsheet', 'sylk'],
  [/^TABLE\r?\n0,1\r?\n/, 'other_spreadsheet', 'dif'],
  [/^(<\?xml|<!doctype|\{\s*"|\[\s*[[{"]|begin:vcard)/i, 'not_a_table'],
]

/**
 * Control characters that no program writes into a table. Form feed, vertical tab, the end mark of old DOS files, and
 * U+001F against lost zeros do occur.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const BINARY = /[\0-\x08\x0e-\x19\x1b-\x1e]/g

const END_MARK = 0x1a

const SAMPLE_CHARACTERS = 20_000

/** Ordered by rarity inside texts, because the first one wins a tie. */
const CANDIDATES: readonly Delimiter[] = ['\t', ';', '|', ',']

const SAMPLE_LINES = 200

/** Weight of an additional column in consistent lines: enough to break a tie, never more. */
const COLUMN_WEIGHT = 0.005

const COLUMNS_COUNTED_MAX = 30

/** Excel's own way to name the separator: a first line that it neither shows nor counts. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i

/** A formula whose value is the text, by which other systems make Excel keep zeros. Excel shows the inner text. */
const TEXT_FORMULA = /^="(.*)"$/s

/** Reads a delimited text (CSV, TSV, TXT) as lines. Throws `ReadError`. */
export function readText(bytes: Uint8Array, overrides: ReadOverrides = {}): Table {
  const { text: decoded, encoding, readings } = decodeText(bytes, overrides.encoding)
  const text = withoutPadding(decoded)
  refuseForeignText(text)
  const separator = SEPARATOR_LINE.exec(text)
  const body = separator ? text.slice(separator[0].length) : text
  const named = DELIMITERS.find(delimiter => delimiter === separator?.[1])
  const delimiter = overrides.delimiter ?? named ?? guessDelimiter(body)
  const { lines, malformed } = parseDelimited(body, delimiter)
  const isUndecoded = (cell: string) => cell.includes(UNDECODED) || cell.includes(REPAIRED)
  const undecoded = isUndecoded(text)
    ? lines.flatMap((cells, index) => (cells.some(isUndecoded) ? [index + 1] : []))
    : []
  const rows = lines.map((cells, index) => ({ row: index + 1, cells: cells.map(toShown) }))
  return toTable(rows, { kind: 'text', encoding, delimiter, sheet: null, malformed, undecoded, readings })
}

function toShown(cell: string): string {
  const text = cell.includes(REPAIRED) ? cell.replaceAll(REPAIRED, '') : cell
  return TEXT_FORMULA.exec(text)?.[1]?.replaceAll('""', '"') ?? text
}

/**
 * Guesses the delimiter that splits the text into the most even columns. Counting is not enough: "Müller, Anna" in a
 * list with semicolons has a comma in every line.
 */
function guessDelimiter(text: string): Delimiter {
  let best: { delimiter: Delimiter; evenness: number } = { delimiter: ';', evenness: 0 }
  for (const delimiter of CANDIDATES) {
    const evenness = toEvenness(text, delimiter)
    if (evenness > best.evenness) best = { delimiter, evenness }
  }
  return best.delimiter
}

function toEvenness(text: string, delimiter: Delimiter): number {
  if (!text.includes(delimiter)) return 0
  const { lines } = parseDelimited(text, delimiter, { lines: SAMPLE_LINES })
  const filled = lines.filter(cells => cells.some(cell => cell.trim()))
  const counts = new Map<number, number>()
  for (const { length } of filled) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [width, lineCount] = [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0])
  return lineCount && lineCount / filled.length + COLUMN_WEIGHT * Math.min(width, COLUMNS_COUNTED_MAX)
}

/** Removes the end mark of DOS files (`^Z`) and the NULs with which programs pad fixed widths. */
function withoutPadding(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  const filled = text.includes('\0') ? text.replace(/\0+(?=[;,\t|"\r\n\x1a]|$)/g, '') : text
  let end = filled.length
  while (end > 0 && filled.charCodeAt(end - 1) === END_MARK) end -= 1
  return filled.slice(0, end)
}

/** Throws when the text is not a table, whatever the file name says. */
function refuseForeignText(text: string): void {
  const sample = text.slice(0, SAMPLE_CHARACTERS).trimStart()
  if (!/[^\s\0]/.test(text)) throw new ReadError('empty')
  const [, problem, format] = OPENINGS.find(([opening]) => opening.test(sample)) ?? []
  if (problem) throw new ReadError(problem, format && { format })
  const strange = sample.match(BINARY)?.length ?? 0
  if (sample.includes('\0') || strange > sample.length / 100) throw new ReadError('not_a_table')
}
