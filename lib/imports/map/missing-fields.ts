import type { ImportField } from '#lib/imports/contract.ts'
import type { Mapping } from './mapping.ts'

/** Required by section 2, EmployeeInput. */
const REQUIRED = ['first_name', 'last_name', 'email'] as const satisfies ImportField[]

/** The required fields that no column gives. */
export function listMissingFields({ columns, full_name }: Mapping): ImportField[] {
  return REQUIRED.filter(field => columns[field] === undefined && (field === 'email' || !full_name))
}
