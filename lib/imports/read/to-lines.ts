import type { CellObject } from '@e965/xlsx'
import { IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from '#lib/imports/contract.ts'
import type { OpenSheet } from './open-workbook.ts'
import { ReadError } from './read-error.ts'
import type { TableRow } from './table.ts'
import { toCellText } from './to-cell-text.ts'

/** A title, some remarks, and then the people. */
const LINES_MAX = IMPORT_ROWS_MAX + 100

/** The lines of a sheet that hold any text. Formatted but empty lines and columns have no end in Excel. */
export function toLines({ sheet, date1904 }: OpenSheet): TableRow[] {
  const data: CellObject[][] = sheet['!data'] ?? []
  const lines: TableRow[] = []
  for (const key of Object.keys(data)) {
    const cells = toCells(data[Number(key)] ?? [], date1904)
    if (cells.length === 0) continue
    lines.push({ row: Number(key) + 1, cells })
    if (lines.length > LINES_MAX) throw new ReadError('too_many_rows')
  }
  return lines
}

/** Object.keys, because a sparse line may have its only cell at column 16,384. */
function toCells(line: CellObject[], date1904: boolean): string[] {
  const cells: string[] = []
  for (const key of Object.keys(line)) {
    const cell = line[Number(key)]
    const text = cell ? toCellText(cell, date1904) : ''
    if (text.trim() === '') continue
    if (Number(key) >= IMPORT_COLUMNS_MAX) throw new ReadError('too_many_columns')
    while (cells.length < Number(key)) cells.push('')
    cells.push(text)
  }
  return cells
}
