import type { Table, TableRow } from '#lib/imports/read/table.ts'

/** The lines below the headers; all of them where there are no headers. */
export function toDataRows({ rows }: Table, headerRow: number | null): TableRow[] {
  return headerRow === null ? rows : rows.filter(({ row }) => row > headerRow)
}
