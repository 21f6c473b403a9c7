import { IMPORT_FIELDS, type ImportField } from '#lib/imports/contract.ts'
import type { ColumnMeaning } from './header-words.ts'
import type { Mapping } from './mapping.ts'

/**
 * The mapping after a person has said what a column is for; null: for nothing. A field moves to the new column, a
 * column gives up what it said before, and the whole name excludes its two halves.
 */
export function chooseColumn(mapping: Mapping, column: number, meaning: ColumnMeaning | null): Mapping {
  const columns: Partial<Record<ImportField, number>> = {}
  for (const field of IMPORT_FIELDS) {
    const current = field === meaning ? column : mapping.columns[field]
    const isLeft = current === column && field !== meaning
    const isHalf = meaning === 'full_name' && (field === 'first_name' || field === 'last_name')
    if (current !== undefined && !isLeft && !isHalf) columns[field] = current
  }
  if (meaning === 'full_name') {
    return { columns, full_name: { column, order: mapping.full_name?.order ?? 'first_last' } }
  }
  const { full_name } = mapping
  const isWhole =
    full_name && full_name.column !== column && meaning !== 'first_name' && meaning !== 'last_name'
  return isWhole ? { columns, full_name } : { columns }
}

/** What a column is for in a mapping. */
export function getMeaning(mapping: Mapping, column: number): ColumnMeaning | null {
  if (mapping.full_name?.column === column) return 'full_name'
  return IMPORT_FIELDS.find(field => mapping.columns[field] === column) ?? null
}
