import type { Table, TableRow } from './table.ts'

/** The column headers, and the lines below them. Without headers, every line is a person. */
export function splitHeaders(
  table: Table,
  headerRow: number | null = table.guess.header_row,
): { headers: string[]; rows: TableRow[] } {
  const header = table.rows.find(({ row }) => row === headerRow)
  const width = table.rows[0]?.cells.length ?? 0
  return {
    headers: header?.cells.map(toOneLine) ?? Array.from({ length: width }, () => ''),
    rows: header ? table.rows.filter(({ row }) => row > header.row) : table.rows,
  }
}

function toOneLine(cell: string): string {
  return cell.replaceAll(/\s+/g, ' ').trim()
}
