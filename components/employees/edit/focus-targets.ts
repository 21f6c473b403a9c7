/** Where the focus goes when the control that has it disappears. */
import type { EditableField } from './editable-field.ts'

export const STATUS_FILTER_ID = 'status-filter'

export function cellId(employeeId: number, field: EditableField): string {
  return `employee-${employeeId}-${field}`
}
