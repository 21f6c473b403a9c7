import type { ImportField } from '#lib/contracts/import-rows.ts'

/** Required by section 2, EmployeeInput. */
const REQUIRED = ['first_name', 'last_name', 'email'] as const satisfies ImportField[]

export const NAME_ORDERS = ['first_last', 'last_first'] as const
export type NameOrder = (typeof NAME_ORDERS)[number]

/** Which column says what: indexes of columns, each used at most once. */
export type Mapping = {
  columns: Partial<Record<ImportField, number>>
  /** One column with the whole name, split into first and last; then neither of the two has a column of its own. */
  full_name?: { column: number; order: NameOrder }
  /** The list changes people who exist, matched by employee number, and creates no new ones. */
  update_only?: boolean
}

/** A mapping by the words of the headers, so that it fits the next file even if columns have moved. */
export type RememberedMapping = {
  columns: Partial<Record<ImportField, string>>
  full_name?: { header: string; order: NameOrder }
}

/** The required fields that no column gives. */
export function listMissingFields({ columns, full_name, update_only }: Mapping): ImportField[] {
  if (update_only) return columns.mitarbeiternummer === undefined ? ['mitarbeiternummer'] : []
  return REQUIRED.filter(field => columns[field] === undefined && (field === 'email' || !full_name))
}
