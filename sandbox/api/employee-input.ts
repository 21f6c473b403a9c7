import { z } from 'zod'
import {
  EMAIL_MAX,
  EMPLOYEES_PER_CREATE,
  LOCALES,
  MITARBEITERNUMMER_MAX,
  NAME_MAX,
} from '#lib/portrait-api/contract.ts'

/**
 * Section 2, EmployeeInput, as the service checks it. Deliberately not the schemas of our contract: a mistake there
 * would otherwise hide itself. Unknown fields are ignored.
 */
export const employeeInput = z.object({
  first_name: text(NAME_MAX),
  last_name: text(NAME_MAX),
  email: text(EMAIL_MAX).pipe(z.email('This must be an email address.')),
  mitarbeiternummer: text(MITARBEITERNUMMER_MAX).optional(),
  locale: z.enum(LOCALES, 'This must be de, en or null.').nullable().optional(),
})

/** Section 2, EmployeeUpdate. */
export const employeeUpdate = employeeInput.partial()

const COUNT = `This must be a list of 1 to ${EMPLOYEES_PER_CREATE} employees.`

/** Section 4: a list under `employees`. */
export const employeeBatch = z.object({
  employees: z.array(employeeInput, COUNT).min(1, COUNT).max(EMPLOYEES_PER_CREATE, COUNT),
})

export type EmployeeInput = z.infer<typeof employeeInput>
export type EmployeeUpdate = z.infer<typeof employeeUpdate>

/** Lengths are counted in characters, not in UTF-16 units: an emoji is one. */
function text(max: number) {
  return z
    .string({
      error: ({ input }) => (input === undefined ? 'This field is required.' : 'This must be a text.'),
    })
    .refine(value => value.trim() !== '', { error: 'This field is required.', abort: true })
    .refine(value => [...value].length <= max, {
      error: `This must not be longer than ${max} characters.`,
      abort: true,
    })
}
