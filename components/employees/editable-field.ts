import { z } from 'zod/mini'
import { type Employee, type EmployeeUpdate, employeeUpdateSchema } from '#lib/portrait-api/contract.ts'

/** The five fields that the service lets us write (specification section 2, EmployeeUpdate). */
export type EditableField = keyof EmployeeUpdate

/** The form of one cell: the field's own schema, so that a cell refuses what the handler would refuse. */
export function cellSchema(field: EditableField) {
  return z.object({ value: employeeUpdateSchema.shape[field] })
}

/** What stands in the form field for a value; no language is the empty choice. */
export function toFieldText(employee: Employee, field: EditableField): string {
  return employee[field] ?? ''
}

/** The changed field and no other. */
export function toUpdate(field: EditableField, value: unknown): EmployeeUpdate {
  return employeeUpdateSchema.parse({ [field]: value })
}
