/** Where the focus goes when the control that has it disappears. */
import type { EditableField } from './editable-field.ts'

export function cellSelector(employeeId: number, field: EditableField): string {
  return `tr[data-person="${employeeId}"] > td[data-field="${field}"]`
}
