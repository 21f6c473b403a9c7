import { CELL_CHARACTERS_MAX, IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from '#lib/imports/contract.ts'
import { guessHeaderRow } from './guess-header-row.ts'
import { ReadError } from './read-error.ts'
import type { ReadGuess, Table, TableRow } from './table.ts'

type Source = Omit<ReadGuess, 'header_row'> & { sheets?: string[] }

/** Drops what is empty all along (lines, columns on the right), makes all lines equally wide, finds the headers. */
export function toTable(lines: TableRow[], { sheets = [], ...source }: Source): Table {
  const filled = lines.filter(({ cells }) => cells.some(isFilled))
  if (filled.length === 0) throw new ReadError('empty')
  const width = filled.reduce((widest, { cells }) => Math.max(widest, cells.findLastIndex(isFilled) + 1), 0)
  if (width > IMPORT_COLUMNS_MAX) throw new ReadError('too_many_columns')
  const rows = filled.map(({ row, cells }) => ({ row, cells: toWidth(cells, width) }))
  const header_row = guessHeaderRow(rows)
  const people = rows.filter(({ row }) => row > (header_row ?? 0))
  if (people.length > IMPORT_ROWS_MAX) throw new ReadError('too_many_rows')
  return { sheets, rows, guess: { ...source, header_row } }
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
