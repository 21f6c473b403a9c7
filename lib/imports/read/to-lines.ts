import { type CellObject, SSF } from '@e965/xlsx'
import { IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from '#lib/contracts/import-limits.ts'
import type { OpenSheet } from './open-workbook.ts'
import { ReadError } from './read-error.ts'
import type { TableRow } from './table.ts'

/** The format whose look depends on the computer: Excel calls it "Short date". Here it is the same for everybody. */
const SHORT_DATE = 'm/d/yy'

const UNAMBIGUOUS_DATE = 'yyyy-mm-dd'

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

/** What a format puts around a number: room for a sign (`_-`), a sign that fills (`* `), a colour or a language (`[…]`), no currency. */
const AROUND = /_.|\*.|\[(?!\$[^-\]])[^\]]*\]/g
/** Only groups the digits, or adds decimals: `#,##0`, `0.00`. Neither zeros before the number nor a scale (`#,##0,`). */
const AMOUNT = /^[#,]*[#0](\.[#0]+)?$/

/**
 * A cell as its program shows it: `00042` for a 42 formatted `00000`, a date as a date. Only whole numbers are their digits where
 * the format is none, or that of an amount: Excel shows a long one as 1.23457E+11, and 12345 as 12,345, which nobody means.
 */
function toCellText(cell: CellObject, date1904: boolean): string {
  if (cell.t === 's') return String(cell.v ?? '')
  if (cell.t !== 'n' || typeof cell.v !== 'number') return cell.w ?? ''
  if (cell.z === undefined || cell.z === 'General') return toGeneral(cell.v, cell.w)
  if (isAmount(cell.v, String(cell.z))) return String(cell.v)
  if (cell.z === SHORT_DATE) return String(SSF.format(UNAMBIGUOUS_DATE, cell.v, { date1904 }))
  return cell.w ?? formatUnescaped(cell.v, String(cell.z), date1904)
}

/** The library takes no bare dot between day and month, which openpyxl and others write and Excel reads. */
function formatUnescaped(value: number, format: string, date1904: boolean): string {
  try {
    return String(SSF.format(format.replaceAll('.', '\\.'), value, { date1904 }))
  } catch {
    return String(value)
  }
}

function isAmount(value: number, format: string): boolean {
  const [positive = ''] = format.split(';')
  return value > 0 && Number.isSafeInteger(value) && AMOUNT.test(positive.replace(AROUND, ''))
}

function toGeneral(value: number, shown = String(value)): string {
  return Number.isSafeInteger(value) ? String(value) : shown
}
