/**
 * Encodings that a person can choose. A German Excel writes `windows-1252` as "CSV", a Polish or Czech one `windows-1250`, a Turkish one
 * `windows-1254`, a Russian or Bulgarian one `windows-1251`. Excel writes `macintosh` as "CSV (Macintosh)" and `ibm850` as "CSV (MS-DOS)".
 * Older systems of Central Europe write `iso-8859-2`.
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

/** A list of people is never that large; a browser that tried to hold it would be gone. */
export const IMPORT_BYTES_MAX = 50 * 1024 * 1024

/** What stands in the place of a letter that could not be read: by us, or by whoever wrote the file. */
export const UNDECODED = '\ufffd'

export type Encoding = (typeof ENCODINGS)[number]
export type Delimiter = (typeof DELIMITERS)[number]

/** How the same names are spelt when the text is taken for this encoding. */
export type Reading = { encoding: Encoding; names: string[] }

/** A line of the sheet that holds anything, under the number that the person's own program shows next to it. */
export type TableRow = { row: number; cells: string[] }

/** What the reader took the file for. The person sees it and can say otherwise. */
export type ReadGuess = {
  kind: 'text' | 'workbook'
  /** Of a text; null for a workbook. */
  encoding: Encoding | null
  delimiter: Delimiter | null
  /** Of a workbook. */
  sheet: string | null
  /** Number of the line with the column headers; null where the sheet seems to have none. */
  header_row: number | null
}

/** All lines as text, each as wide as the widest; `header_row` of the guess says which of them holds the headers. */
export type Table = {
  /** Names of all visible sheets; empty for a text. */
  sheets: string[]
  rows: TableRow[]
  guess: ReadGuess
  /** Number of the line above `header_row` that belongs to the headers too; null where they are in one line. */
  upper_header: number | null
  /** Lines of a text whose quotation marks do not match: worth a look whether their columns are right. */
  malformed: number[]
  /** Lines of a text in which a letter could not be read, or was not in the encoding of the text. */
  undecoded: number[]
  /** Of a text that may be meant otherwise: as it was taken, and as it could be; empty when there is no question. */
  readings: Reading[]
  /** Of a workbook: lines that nobody sees there, because they are filtered out or hidden. */
  hidden: number
  /** Indexes of the columns of a workbook that are hidden there and hold text. */
  hidden_columns: number[]
  /** Of a workbook: the other visible sheets in which people stand. */
  others: OtherSheet[]
  /** Indexes of the columns of a workbook with formulas for which no program has calculated a value. */
  uncalculated: number[]
  /** Columns of a workbook with numbers that can be read in two ways, each with its first example. */
  formatted: (FormattedNumber & { column: number })[]
}

/** A number as its program shows it, and as the cell holds it. */
export type FormattedNumber = { shown: string; digits: string }

/** `people`: the lines below its headers; of a sheet without any those with an e-mail address. */
type OtherSheet = { sheet: string; people: number }

/** The headers of two lines, each with a line break between its parts. */
export function joinHeaders(upper: readonly string[], lower: readonly string[]): string[] {
  return lower.map((cell, column) =>
    [upper[column] ?? '', cell]
      .filter((part, at, parts) => part.trim() && parts.indexOf(part) === at)
      .join('\n'),
  )
}

/** Whether a cell says what stands in a person's line and in no header. */
export function holdsAddress(cell: string): boolean {
  return /\S@\S/.test(cell)
}

/** Whether anybody stands in it, as far as e-mail addresses tell. */
export function hasPeople({ rows }: Pick<Table, 'rows'>): boolean {
  return rows.some(({ cells }) => cells.some(holdsAddress))
}

/** The lines that hold a word whose spelling is in doubt; none when there is no question. */
export function listDoubtfulRows({ rows, readings }: Pick<Table, 'rows' | 'readings'>): TableRow[] {
  const names = readings[0]?.names ?? []
  return rows.filter(({ cells }) => cells.some(cell => names.some(name => cell.includes(name))))
}

export type ReadOverrides = {
  encoding?: Encoding
  delimiter?: Delimiter
  sheet?: string
  /** Lines that are hidden in the workbook are no part of the list. */
  without_hidden?: boolean
  /** Numbers that a workbook shows with letters or signs between are their digits. */
  as_digits?: boolean
}
