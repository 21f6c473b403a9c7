import { z } from 'zod'
import {
  EMAIL_MAX,
  EMPLOYEES_PER_CREATE,
  LOCALES,
  MITARBEITERNUMMER_MAX,
  NAME_MAX,
} from '#lib/portrait-api/contract.ts'
import type { Rules } from './rules.ts'

const NO_EMAIL = 'This must be an email address.'
const COUNT = `This must be a list of 1 to ${EMPLOYEES_PER_CREATE} employees.`

/** Section 2, EmployeeInput, with the service's default checks. */
export const employeeInput = toEmployeeInput(z.email(NO_EMAIL))

/** The accepted input, by strictness about emails, for which the specification has no rule. */
export const INPUTS: Record<Rules['email'], ReturnType<typeof toInputs>> = {
  usual: toInputs(employeeInput),
  strict: toInputs(toEmployeeInput(z.string().regex(/^[a-z0-9.-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/, NO_EMAIL))),
  lenient: toInputs(toEmployeeInput(z.string().regex(/^\S+@\S+$/, NO_EMAIL))),
}

export type EmployeeInput = z.infer<typeof employeeInput>
export type EmployeeUpdate = Partial<EmployeeInput>

/** Deliberately not the schema of our contract, which would hide its own mistakes. Unknown fields are ignored. */
function toEmployeeInput(email: z.ZodType<string, string>) {
  return z.object({
    first_name: text(NAME_MAX),
    last_name: text(NAME_MAX),
    email: text(EMAIL_MAX).pipe(email),
    mitarbeiternummer: text(MITARBEITERNUMMER_MAX).optional(),
    locale: z.enum(LOCALES, 'This must be de, en or null.').nullable().optional(),
  })
}

/** One employee, a change of one (section 2, EmployeeUpdate), and a list under `employees` (section 4). */
function toInputs(one: typeof employeeInput) {
  const employees = z.array(one, COUNT).min(1, COUNT).max(EMPLOYEES_PER_CREATE, COUNT)
  return { one, update: one.partial(), batch: z.object({ employees }) }
}

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
