import { z } from 'zod/mini'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { employeeInputSchema } from '#lib/portrait-api/input-contract.ts'

/** The five fields, as texts of a form; no language is the empty choice. */
export const PERSON_FIELDS = ['first_name', 'last_name', 'email', 'mitarbeiternummer', 'locale'] as const

const { first_name, last_name, email, mitarbeiternummer } = employeeInputSchema.shape
const number = z.nonoptional(mitarbeiternummer)

/** A new person, by the rules of the handler. An empty number is not given: the service assigns one. */
export const newPersonSchema = z.object({
  first_name,
  last_name,
  email,
  mitarbeiternummer: z.union([z.literal(''), number]),
  /** What the select offers; a language that is new to the desk stays as long as nobody chooses another. */
  locale: z.string(),
})

export type PersonField = (typeof PERSON_FIELDS)[number]
export type PersonValues = z.infer<typeof newPersonSchema>

/** Somebody who is there: a number that they have can be changed, not taken away. */
export function personSchema(employee: Employee) {
  return employee.mitarbeiternummer === ''
    ? newPersonSchema
    : z.extend(newPersonSchema, { mitarbeiternummer: number })
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
