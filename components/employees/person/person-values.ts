import { z } from 'zod/mini'
import { toTyped } from '#components/employees/edit/employee-values.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import {
  type EmployeeInput,
  type EmployeeUpdate,
  employeeInputSchema,
  employeeUpdateSchema,
} from '#lib/portrait-api/input-contract.ts'

/** The five fields, as texts of a form; no language is the empty choice. */
export const PERSON_FIELDS = ['first_name', 'last_name', 'email', 'mitarbeiternummer', 'locale'] as const

const { first_name, last_name, email, mitarbeiternummer } = employeeInputSchema.shape
const number = z.nonoptional(mitarbeiternummer)

/**
 * A new employee, as far as the rules of the service are known. An empty number is not sent: the service assigns one.
 */
export const newPersonSchema = z.object({
  first_name,
  last_name,
  email,
  mitarbeiternummer: z.union([z.literal(''), number]),
  /** A choice of the select; a language unknown to the desk stays until the user chooses another. */
  locale: z.string(),
})

export type PersonField = (typeof PERSON_FIELDS)[number]
/** Values as texts: a record of the service may break the desk's rules. */
export type PersonValues = Record<PersonField, string>

const rules = { ...newPersonSchema.shape, mitarbeiternummer: number }
const asItIs = z.string()

/**
 * Schema of an existing employee. Changed fields are checked; a number can be changed but not removed. Unchanged
 * fields keep the service's value and are not sent, so they may break the desk's rules.
 */
export function personSchema(values: PersonValues, shown: PersonValues) {
  const changed = new Set(listChanged(values, shown))
  const ruleOf = <Field extends PersonField>(field: Field) => (changed.has(field) ? rules[field] : asItIs)
  return z.object({
    first_name: ruleOf('first_name'),
    last_name: ruleOf('last_name'),
    email: ruleOf('email'),
    mitarbeiternummer: ruleOf('mitarbeiternummer'),
    locale: ruleOf('locale'),
  })
}

/** Lists the fields that differ from the shown values. */
function listChanged(values: PersonValues, shown: PersonValues): PersonField[] {
  return PERSON_FIELDS.filter(field => toTyped(values[field], shown[field]) !== shown[field])
}

export const NOBODY_YET: PersonValues = {
  first_name: '',
  last_name: '',
  email: '',
  mitarbeiternummer: '',
  locale: '',
}

export function toPersonValues(employee: Employee): PersonValues {
  return { ...pickFields(employee), locale: employee.locale ?? '' }
}

function pickFields({ first_name, last_name, email, mitarbeiternummer }: Employee) {
  return { first_name, last_name, email, mitarbeiternummer }
}

/** Returns only the fields that differ from the shown values. */
export function toPersonUpdate(values: PersonValues, shown: PersonValues): EmployeeUpdate {
  const changed = listChanged(values, shown)
  return employeeUpdateSchema.parse(Object.fromEntries(changed.map(field => [field, toWire(field, values)])))
}

/** Omits empty fields: the service fills them in. */
export function toNewPerson(values: PersonValues): EmployeeInput {
  const given = PERSON_FIELDS.filter(field => values[field].trim() !== '')
  return employeeInputSchema.parse(Object.fromEntries(given.map(field => [field, toWire(field, values)])))
}

function toWire(field: PersonField, values: PersonValues): string | null {
  const text = values[field].trim()
  return field === 'locale' && text === '' ? null : text
}
