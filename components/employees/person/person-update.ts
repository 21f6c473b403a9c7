import {
  type EmployeeInput,
  type EmployeeUpdate,
  employeeInputSchema,
  employeeUpdateSchema,
} from '#lib/portrait-api/input-contract.ts'
import { listChanged, PERSON_FIELDS, type PersonField, type PersonValues } from './person-values.ts'

/** The fields that differ from what was shown, and no other. */
export function toPersonUpdate(values: PersonValues, shown: PersonValues): EmployeeUpdate {
  const changed = listChanged(values, shown)
  return employeeUpdateSchema.parse(Object.fromEntries(changed.map(field => [field, toWire(field, values)])))
}

/** What was left empty is not sent: the service fills it in. */
export function toNewPerson(values: PersonValues): EmployeeInput {
  const given = PERSON_FIELDS.filter(field => values[field].trim() !== '')
  return employeeInputSchema.parse(Object.fromEntries(given.map(field => [field, toWire(field, values)])))
}

function toWire(field: PersonField, values: PersonValues): string | null {
  const text = values[field].trim()
  return field === 'locale' && text === '' ? null : text
}
