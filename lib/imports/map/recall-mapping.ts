import { IMPORT_FIELDS, type ImportField } from '#lib/contracts/import-rows.ts'
import { toHeaderKey } from '#lib/imports/read/headers.ts'
import { findOwnColumns } from '#lib/imports/read/own-columns.ts'
import type { Mapping, RememberedMapping } from './mapping.ts'

/** Applies the remembered mapping to this file; null when one of its headers is missing or occurs twice. */
export function recallMapping(headers: readonly string[], remembered: RememberedMapping): Mapping | null {
  const own = findOwnColumns(headers)
  const keys = headers.map((header, column) => (own.has(column) ? '' : toHeaderKey(header)))
  const find = (header: string) => {
    const key = toHeaderKey(header)
    const column = keys.indexOf(key)
    return key !== '' && column === keys.lastIndexOf(key) && column !== -1 ? column : null
  }
  const columns: Partial<Record<ImportField, number>> = {}
  for (const field of IMPORT_FIELDS) {
    const header = remembered.columns[field]
    if (header === undefined) continue
    const column = find(header)
    if (column === null) return null
    columns[field] = column
  }
  if (!remembered.full_name) return { columns }
  const column = find(remembered.full_name.header)
  return column === null ? null : { columns, full_name: { column, order: remembered.full_name.order } }
}

/** Returns the mapping to remember; null when a chosen column has no unique header. */
export function rememberMapping(headers: readonly string[], mapping: Mapping): RememberedMapping | null {
  const columns: Partial<Record<ImportField, string>> = {}
  for (const field of IMPORT_FIELDS) {
    const column = mapping.columns[field]
    if (column !== undefined) columns[field] = headers[column] ?? ''
  }
  const { full_name } = mapping
  const whole = full_name && { header: headers[full_name.column] ?? '', order: full_name.order }
  const remembered = { columns, ...(whole && { full_name: whole }) }
  return recallMapping(headers, remembered) ? remembered : null
}
