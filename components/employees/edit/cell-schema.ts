import { z } from 'zod/mini'
import { type EmployeeUpdate, employeeUpdateSchema } from '#lib/portrait-api/input-contract.ts'
import type { EditableField } from './editable-field.ts'

/** The form of one cell: the field's own schema, so that a cell refuses what the handler would refuse. */
export function cellSchema(field: EditableField) {
  return z.object({ value: employeeUpdateSchema.shape[field] })
}

/** The changed field and no other. */
export function toUpdate(field: EditableField, value: unknown): EmployeeUpdate {
  return employeeUpdateSchema.parse({ [field]: value })
}
