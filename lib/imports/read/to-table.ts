import { CELL_CHARACTERS_MAX, IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from '#lib/contracts/import-limits.ts'
import { matchHeader } from './headers.ts'
import { ReadError } from './read-error.ts'
import { holdsAddress, joinHeaders, type ReadGuess, type Table, type TableRow } from './table.ts'

/** Titles, dates and remarks above a table take a few lines; headers are not searched further down. */
export const LINES_LOOKED_AT = 40

/** Leaves room for a title and remarks above the people. */
export const LINES_MAX = IMPORT_ROWS_MAX + 100

const BEGIN_OF_DATA = /^\s*start entering data below this line/i

type Source = Omit<ReadGuess, 'header_row'> & Partial<Omit<Table, 'rows' | 'guess' | 'upper_header'>>

/** Removes empty lines and empty columns on the right, makes all lines equally wide, and finds the headers. */
export function toTable(
  lines: TableRow[],
  {
    sheets = [],
    malformed = [],
    undecoded = [],
    readings = [],
    hidden = 0,
    hidden_columns = [],
    others = [],
    uncalculated = [],
    formatted = [],
    ...source
  }: Source,
): Table {
  const filled = lines.filter(({ cells }) => cells.some(isFilled) && !isRule(cells))
  if (filled.length === 0) throw new ReadError('empty')
  const width = filled.reduce((widest, { cells }) => Math.max(widest, cells.findLastIndex(isFilled) + 1), 0)
  if (width > IMPORT_COLUMNS_MAX) throw new ReadError('too_many_columns')
  const all = filled.map(({ row, cells }) => ({ row, cells: toWidth(cells, width) }))
  const { header_row, upper_header } = guessHeaders(all)
  const rows = withoutRepeats(all, header_row)
  const people = rows.filter(({ row }) => row > (header_row ?? 0))
  if (people.length > IMPORT_ROWS_MAX) throw new ReadError('too_many_rows')
  return {
    ...{ sheets, rows, guess: { ...source, header_row }, upper_header, malformed, undecoded, readings },
    ...{ hidden, hidden_columns, others, uncalculated, formatted },
  }
}

/** True for the rulers in lists of SAP and other hosts: `|------|------|`. */
function isRule(cells: readonly string[]): boolean {
  return cells.every(cell => /^[-=_+|*\s]*$/.test(cell)) && cells.some(cell => /[-=_]{3}/.test(cell))
}

/** Removes the headers that printed lists repeat on each page, and Frappe's lines above its people. */
function withoutRepeats(rows: readonly TableRow[], header_row: number | null): TableRow[] {
  const header = rows.find(({ row }) => row === header_row)
  if (!header || countKnown(header.cells) < 2) return [...rows]
  const top = rows.slice(0, LINES_LOOKED_AT)
  const begin = top.find(({ cells }) => cells.some(cell => BEGIN_OF_DATA.test(cell)))?.row ?? 0
  const text = header.cells.join('\n')
  return rows.filter(
    ({ row, cells }) =>
      row <= header.row || (row > begin && (cells[0] !== header.cells[0] || cells.join('\n') !== text)),
  )
}

function isFilled(cell: string): boolean {
  return cell.trim() !== ''
}

function toWidth(cells: string[], width: number): string[] {
  return Array.from({ length: width }, (_, column) => {
    const cell = cells[column] ?? ''
    if (cell.length > CELL_CHARACTERS_MAX) throw new ReadError('not_a_table')
    return cell
  })
}

type Headers = Pick<ReadGuess, 'header_row'> & Pick<Table, 'upper_header'>

/** Finds the headers in one line, or in two directly above the people. */
function guessHeaders(rows: readonly TableRow[]): Headers {
  const header_row = guessHeaderRow(rows)
  const at = rows.findIndex(({ row }) => row === header_row)
  const [above, header, below] = [rows[at - 1], rows[at], rows[at + 1]]
  if (!header) return { header_row, upper_header: null }
  if (below && areHeaders(header, below)) return { header_row: below.row, upper_header: header.row }
  if (above && areHeaders(above, header)) return { header_row, upper_header: above.row }
  return { header_row, upper_header: null }
}

/**
 * True when two lines are headers together. Both contain header words, and the lower one has two of them or complements
 * the upper one. An employee's line does not qualify: it contains an address or a number.
 */
function areHeaders(upper: TableRow, lower: TableRow): boolean {
  if (upper.row + 1 !== lower.row || [upper, lower].some(({ cells }) => cells.some(isData))) return false
  if (countKnown(upper.cells) === 0 || countKnown(lower.cells) === 0) return false
  const joined = countMeanings(joinHeaders(upper.cells, lower.cells))
  const apart = Math.max(countMeanings(upper.cells), countMeanings(lower.cells))
  return joined > apart || Math.min(countKnown(upper.cells), countKnown(lower.cells)) > 1
}

function countMeanings(cells: readonly string[]): number {
  return new Set(cells.map(cell => matchHeader(cell)?.meaning).filter(meaning => meaning !== undefined)).size
}

/**
 * Number of the line with the column headers, or null. Known words decide first. Otherwise it is the first line as full
 * as the others that contains no data itself (addresses, numbers) and has data below it.
 */
function guessHeaderRow(rows: readonly TableRow[]): number | null {
  const top = rows.slice(0, LINES_LOOKED_AT)
  const known = top.map(({ cells }) => (holdsData(cells) ? 0 : countKnown(cells)))
  const most = Math.max(0, ...known)
  const byWords = top[known.indexOf(most)]
  if (byWords && most >= Math.min(2, byWords.cells.length)) return byWords.row
  const usual = toUsualFill(rows)
  const full = top.find(({ cells }) => countFilled(cells) >= usual)
  if (!full || full.cells.some(isData)) return null
  if (countKnown(full.cells) > 0) return full.row
  return rows.some(({ row, cells }) => row > full.row && cells.some(isData)) ? full.row : null
}

/** Years and months count as headers beside known header words. */
function holdsData(cells: readonly string[]): boolean {
  return cells.some(
    cell => isData(cell) && !(countKnown(cells) > 1 && /^\s*(\d{1,2}|(19|20)\d\d)\s*$/.test(cell)),
  )
}

/** Counts distinct header words: a title that says "Name" twice is no better than one that says it once. */
export function countKnown(cells: readonly string[]): number {
  return new Set(cells.map(matchHeader).filter(match => match !== null)).size
}

/** True for an address or a number, unless a header contains the address as an example. */
function isData(cell: string): boolean {
  return (holdsAddress(cell) && !matchHeader(cell)) || /^\s*\d+\s*$/.test(cell)
}

function countFilled(cells: readonly string[]): number {
  return cells.filter(cell => cell.trim()).length
}

/** Number of filled cells in the median line. */
function toUsualFill(rows: readonly TableRow[]): number {
  const fills = rows.map(({ cells }) => countFilled(cells)).sort((a, b) => a - b)
  return fills[Math.floor(fills.length / 2)] ?? 0
}
