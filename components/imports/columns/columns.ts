import type { ImportField } from '#lib/contracts/import-rows.ts'
import type { Mapping, NameOrder } from '#lib/imports/map/mapping.ts'
import { joinHeaders, type Table, type TableRow } from '#lib/imports/read/table.ts'
import type { ImportWork } from '../work/import-work.ts'

const LETTERS = 26

/** Lists the headers of the columns; empty texts if there are none. */
export function listHeaders({ table, headerRow }: Pick<ImportWork, 'table' | 'headerRow'>): string[] {
  const find = (number: number | null) => table.rows.find(({ row }) => row === number)?.cells
  const header = find(headerRow)
  const upper = headerRow === table.guess.header_row ? find(table.upper_header) : undefined
  if (header) return upper ? joinHeaders(upper, header) : header
  return (table.rows[0]?.cells ?? []).map(() => '')
}

/** Returns a column's name in spreadsheet programs: A, B, …, Z, AA. */
export function toColumnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % LETTERS))
  return column < LETTERS ? last : toColumnLetters(Math.floor(column / LETTERS) - 1) + last
}

/** Lists the first distinct values of a column. */
export function listExamples({ table, headerRow }: ImportWork, column: number, count = 3): string[] {
  const examples = new Set<string>()
  for (const { cells } of toDataRows(table, headerRow)) {
    const text = cells[column]?.trim()
    if (text) examples.add(text)
    if (examples.size === count) break
  }
  return [...examples]
}

/** Assigns a column to a field, and removes it from any other field. */
export function mapColumn(mapping: Mapping, field: ImportField, column: number | undefined): Mapping {
  const others = Object.entries(mapping.columns).filter(([name, at]) => name !== field && at !== column)
  const columns: Mapping['columns'] = Object.fromEntries(others)
  return {
    ...(mapping.update_only && { update_only: true }),
    ...(mapping.full_name && mapping.full_name.column !== column && { full_name: mapping.full_name }),
    columns: column === undefined ? columns : { ...columns, [field]: column },
  }
}

/** Assigns one column to first and last name, which is split. */
export function mapFullName(mapping: Mapping, column: number, order: NameOrder): Mapping {
  const columns: Mapping['columns'] = Object.fromEntries(
    Object.entries(mapping.columns).filter(
      ([name, at]) => name !== 'first_name' && name !== 'last_name' && at !== column,
    ),
  )
  return { ...(mapping.update_only && { update_only: true }), columns, full_name: { column, order } }
}

/** Assigns one column each to first and last name. */
export function mapSeparateNames({ columns, full_name, update_only }: Mapping): Mapping {
  return {
    ...(update_only && { update_only }),
    columns: full_name ? { ...columns, last_name: full_name.column } : columns,
  }
}

/** Returns the lines below the headers; all lines if there are no headers. */
export function toDataRows({ rows }: Table, headerRow: number | null): TableRow[] {
  return headerRow === null ? rows : rows.filter(({ row }) => row > headerRow)
}
