import type { ChangeableField } from '#lib/portrait-api/changeable-fields.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { EmployeeUpdate } from '#lib/portrait-api/input-contract.ts'
import { withoutInvisible } from '#lib/text/invisible.ts'

/** The five fields that the service lets us write (specification section 2, EmployeeUpdate). */
export type EditableField = ChangeableField

/** Returns the text of the form field for a value; no language is the empty choice. */
export function toFieldText(employee: Employee | EmployeeUpdate, field: EditableField): string {
  return employee[field] ?? ''
}

/**
 * Returns the typed text as it is saved, without surrounding whitespace. An unchanged value stays as the service has
 * it, including whitespace.
 */
export function toTyped(text: string, shown: string): string {
  return text === shown ? shown : text.trim()
}

/** Returns the first characters of both names as users perceive them: an accent or a surrogate pair stays whole. */
export function getInitials({ first_name, last_name }: Employee): string {
  return [first_name, last_name]
    .map(name => Array.from(withoutInvisible(name).normalize('NFC'))[0] ?? '')
    .join('')
    .toUpperCase()
}
