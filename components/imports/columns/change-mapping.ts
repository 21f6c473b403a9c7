import type { ImportField } from '#lib/contracts/import-rows.ts'
import type { Mapping, NameOrder } from '#lib/imports/map/mapping.ts'

/** A column says one thing only: whoever had it before lets it go. */
export function mapColumn(mapping: Mapping, field: ImportField, column: number | undefined): Mapping {
  const others = Object.entries(mapping.columns).filter(([name, at]) => name !== field && at !== column)
  const columns: Mapping['columns'] = Object.fromEntries(others)
  return {
    ...(mapping.full_name && mapping.full_name.column !== column && { full_name: mapping.full_name }),
    columns: column === undefined ? columns : { ...columns, [field]: column },
  }
}

/** First and last name stand in one column, which is split. */
export function mapFullName(mapping: Mapping, column: number, order: NameOrder): Mapping {
  const columns: Mapping['columns'] = Object.fromEntries(
    Object.entries(mapping.columns).filter(
      ([name, at]) => name !== 'first_name' && name !== 'last_name' && at !== column,
    ),
  )
  return { columns, full_name: { column, order } }
}

/** First and last name have a column each. */
export function mapSeparateNames({ columns, full_name }: Mapping): Mapping {
  return { columns: full_name ? { ...columns, last_name: full_name.column } : columns }
}
