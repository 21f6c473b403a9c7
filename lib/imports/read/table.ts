/**
 * Encodings that a user can choose. A German Excel writes `windows-1252` as "CSV", a Polish or Czech one
 * `windows-1250`, a Turkish one `windows-1254`, a Russian or Bulgarian one `windows-1251`. Excel writes `macintosh` as
 * "CSV (Macintosh)" and `ibm850` as "CSV (MS-DOS)". Older systems of Central Europe write `iso-8859-2`.
 */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'macintosh',
  'ibm850',
  'windows-1254',
  'iso-8859-2',
  'windows-1251',
] as const
export const DELIMITERS = [';', ',', '\t', '|'] as const

/** Larger than any list of people; a browser holding more would crash. */
export const IMPORT_BYTES_MAX = 50 * 1024 * 1024

/** Replaces a letter that could not be read, by the desk or by the program that wrote the file. */
export const UNDECODED = '\ufffd'

export type Encoding = (typeof ENCODINGS)[number]
export type Delimiter = (typeof DELIMITERS)[number]

/** The spellings of the same names in this encoding. */
export type Reading = { encoding: Encoding; names: string[] }

/** A line of the sheet that contains text, with the line number shown by the user's own program. */
export type TableRow = { row: number; cells: string[] }

/** The reader's interpretation of the file. The user sees it and can override it. */
export type ReadGuess = {
  kind: 'text' | 'workbook'
  /** Set for a text; null for a workbook. */
  encoding: Encoding | null
  delimiter: Delimiter | null
  /** Set for a workbook. */
  sheet: string | null
  /** Number of the line with the column headers; null when the sheet seems to have none. */
  header_row: number | null
}

/** All lines as text, padded to equal width; `header_row` of the guess is the line with the headers. */
export type Table = {
  /** Names of all visible sheets; empty for a text. */
  sheets: string[]
  rows: TableRow[]
  guess: ReadGuess
  /** Number of the line above `header_row` that also belongs to the headers; null when they are in one line. */
  upper_header: number | null
  /** Lines of a text with unbalanced quotes: the user should check their columns. */
  malformed: number[]
  /** Lines of a text with a letter that could not be read, or was in another encoding than the text. */
  undecoded: number[]
  /** Possible readings of an ambiguous text, the assumed one first; empty when there is no ambiguity. */
  readings: Reading[]
  /** Number of lines of a workbook that are filtered out or hidden there. */
  hidden: number
  /** Indexes of hidden columns of a workbook that contain text. */
  hidden_columns: number[]
  /** Other visible sheets of a workbook that contain people. */
  others: OtherSheet[]
  /** Indexes of columns of a workbook with formulas whose value no program has calculated. */
  uncalculated: number[]
  /** Columns of a workbook with numbers that can be read in two ways, each with its first example. */
  formatted: (FormattedNumber & { column: number })[]
}

/** A number as its program shows it, and as the cell stores it. */
export type FormattedNumber = { shown: string; digits: string }

/** `people`: number of lines below its headers; in a sheet without headers, of lines with an email address. */
type OtherSheet = { sheet: string; people: number }

/** Joins the headers of two lines, with a line break between the parts. */
export function joinHeaders(upper: readonly string[], lower: readonly string[]): string[] {
  return lower.map((cell, column) =>
    [upper[column] ?? '', cell]
      .filter((part, at, parts) => part.trim() && parts.indexOf(part) === at)
      .join('\n'),
  )
}

/** True for a cell that occurs in an employee's line but never in a header. */
export function holdsAddress(cell: string): boolean {
  return /\S@\S/.test(cell)
}

/** True when the table contains people, judged by email addresses. */
export function hasPeople({ rows }: Pick<Table, 'rows'>): boolean {
  return rows.some(({ cells }) => cells.some(holdsAddress))
}

/** Lists the lines with a word of ambiguous spelling; none when there is no ambiguity. */
export function listDoubtfulRows({ rows, readings }: Pick<Table, 'rows' | 'readings'>): TableRow[] {
  const names = readings[0]?.names ?? []
  return rows.filter(({ cells }) => cells.some(cell => names.some(name => cell.includes(name))))
}

export type ReadOverrides = {
  encoding?: Encoding
  delimiter?: Delimiter
  sheet?: string
  /** Excludes lines that are hidden in the workbook. */
  without_hidden?: boolean
  /** Reads numbers that a workbook shows with letters or signs as their digits. */
  as_digits?: boolean
}
