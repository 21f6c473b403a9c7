import type { ImportField } from '#lib/contracts/import-rows.ts'

/** Required by section 2, EmployeeInput. */
const REQUIRED = ['first_name', 'last_name', 'email'] as const satisfies ImportField[]

export const NAME_ORDERS = ['first_last', 'last_first'] as const
export type NameOrder = (typeof NAME_ORDERS)[number]

/** Assigns columns to fields, by column index, each used at most once. */
export type Mapping = {
  columns: Partial<Record<ImportField, number>>
  /** One column with the whole name, split into first and last; then neither field has a column of its own. */
  full_name?: { column: number; order: NameOrder }
  /** The list changes existing employees, matched by employee number, and creates none. */
  update_only?: boolean
}

/** A mapping by header text, so that it fits the next file even if columns have moved. */
export type RememberedMapping = {
  columns: Partial<Record<ImportField, string>>
  full_name?: { header: string; order: NameOrder }
}

/** Lists the required fields without a column. */
export function listMissingFields({ columns, full_name, update_only }: Mapping): ImportField[] {
  if (update_only) return columns.mitarbeiternummer === undefined ? ['mitarbeiternummer'] : []
  return REQUIRED.filter(field => columns[field] === undefined && (field === 'email' || !full_name))
}
