import { CELL_CHARACTERS_MAX, IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from '#lib/contracts/import-limits.ts'
import { matchHeader } from './headers.ts'
import { ReadError } from './read-error.ts'
import { holdsAddress, type ReadGuess, type Table, type TableRow } from './table.ts'

/** Titles, dates and remarks above a table are a handful of lines; a header further down is no header. */
export const LINES_LOOKED_AT = 40

type Source = Omit<ReadGuess, 'header_row'> & Partial<Omit<Table, 'rows' | 'guess'>>

/** Drops what is empty all along (lines, columns on the right), makes all lines equally wide, finds the headers. */
export function toTable(
  lines: TableRow[],
  { sheets = [], malformed = [], undecoded = [], readings = [], hidden = 0, others = [], ...source }: Source,
): Table {
  const filled = lines.filter(({ cells }) => cells.some(isFilled))
  if (filled.length === 0) throw new ReadError('empty')
  const width = filled.reduce((widest, { cells }) => Math.max(widest, cells.findLastIndex(isFilled) + 1), 0)
  if (width > IMPORT_COLUMNS_MAX) throw new ReadError('too_many_columns')
  const rows = filled.map(({ row, cells }) => ({ row, cells: toWidth(cells, width) }))
  const header_row = guessHeaderRow(rows)
  const people = rows.filter(({ row }) => row > (header_row ?? 0))
  if (people.length > IMPORT_ROWS_MAX) throw new ReadError('too_many_rows')
  return { sheets, rows, guess: { ...source, header_row }, malformed, undecoded, readings, hidden, others }
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

/**
 * Number of the line with the column headers, or null. First by known words; else the first line that is as full as
 * the others, holds no data itself (addresses, numbers), and has data below it.
 */
function guessHeaderRow(rows: readonly TableRow[]): number | null {
  const top = rows.slice(0, LINES_LOOKED_AT)
  const known = top.map(({ cells }) => (cells.some(isData) ? 0 : countKnown(cells)))
  const most = Math.max(0, ...known)
  const byWords = top[known.indexOf(most)]
  if (byWords && most >= Math.min(2, byWords.cells.length)) return byWords.row
  const usual = toUsualFill(rows)
  const full = top.find(({ cells }) => countFilled(cells) >= usual)
  if (!full || full.cells.some(isData)) return null
  if (countKnown(full.cells) > 0) return full.row
  return rows.some(({ row, cells }) => row > full.row && cells.some(isData)) ? full.row : null
}

/** How many words of headers are in it. Different words only: a title that says "Name" twice is no better than one that says it once. */
export function countKnown(cells: readonly string[]): number {
  return new Set(cells.map(matchHeader).filter(match => match !== null)).size
}

/** An address or a number: what stands in a person's line and in no header. */
function isData(cell: string): boolean {
  return holdsAddress(cell) || /^\s*\d+\s*$/.test(cell)
}

function countFilled(cells: readonly string[]): number {
  return cells.filter(cell => cell.trim()).length
}

/** How many cells the median line fills. */
function toUsualFill(rows: readonly TableRow[]): number {
  const fills = rows.map(({ cells }) => countFilled(cells)).sort((a, b) => a - b)
  return fills[Math.floor(fills.length / 2)] ?? 0
}
