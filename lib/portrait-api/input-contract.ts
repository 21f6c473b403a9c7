/**
 * What the portrait service takes, as zod schemas: bodies and queries of its specification, strict, so that a misspelt
 * field is an error and not a change that silently does nothing. Apart from the answers, because a page reads those
 * long before anybody writes. See docs/decisions/025-small-pages.md.
 */
import { z } from 'zod/mini'
import { listOf } from '#lib/list-of.ts'
import {
  EMAIL_MAX,
  EMPLOYEE_STATUSES,
  EMPLOYEES_PER_CREATE,
  LOCALES,
  MITARBEITERNUMMER_MAX,
  NAME_MAX,
  PER_PAGE_MAX,
  PHOTO_VARIANTS,
  type PhotoVariant,
} from './contract.ts'

const name = z.string().check(z.trim(), z.minLength(1), characters(NAME_MAX))

/** Section 2, EmployeeInput (create). */
export const employeeInputSchema = z.strictObject({
  first_name: name,
  last_name: name,
  email: z.email().check(characters(EMAIL_MAX)),
  mitarbeiternummer: z.optional(
    z.string().check(z.trim(), z.minLength(1), characters(MITARBEITERNUMMER_MAX)),
  ),
  locale: z.optional(z.nullable(z.enum(LOCALES))),
})

/** Section 2, EmployeeUpdate (patch): all fields optional; send only the fields that change. */
export const employeeUpdateSchema = z.partial(employeeInputSchema)

/** Section 4, POST /projects/{projectId}/employees with 1 to 200 items. */
export const employeeBatchSchema = z.strictObject({
  employees: listOf(employeeInputSchema, { min: 1, max: EMPLOYEES_PER_CREATE }),
})

/** Digits only, as the service reads them: `1e2`, ` 5` and the empty text are no numbers. */
const wholeNumber = z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number))

/** Section 4, query of GET /projects/{projectId}/employees; values as they stand in a URL. */
export const employeeQuerySchema = z.strictObject({
  status: z.optional(z.enum(EMPLOYEE_STATUSES)),
  mitarbeiternummer: z.optional(z.string().check(z.minLength(1), characters(MITARBEITERNUMMER_MAX))),
  photo_ready: z.optional(z.literal('1')),
  per_page: z.optional(z.pipe(wholeNumber, z.int().check(z.minimum(1), z.maximum(PER_PAGE_MAX)))),
  page: z.optional(z.pipe(wholeNumber, z.int().check(z.minimum(1)))),
})

/** Section 4, query of GET /employees/{employeeId}/photo; values as they stand in a URL. */
export const photoQuerySchema = z.strictObject({
  variant: z.optional(z.enum(PHOTO_VARIANTS)),
  size: z.optional(z.pipe(wholeNumber, z.int())),
})

export type EmployeeInput = z.infer<typeof employeeInputSchema>
export type EmployeeUpdate = z.infer<typeof employeeUpdateSchema>
export type EmployeeQuery = z.infer<typeof employeeQuerySchema>
export type PhotoQuery = { variant: PhotoVariant; size: number | null }

/** Section 8 limits characters; JavaScript's length counts an emoji, or a rare Chinese character, as two. */
function characters(maximum: number) {
  return z.check<string>(({ value, issues }) => {
    if (value.length <= maximum || [...value].length <= maximum) return
    issues.push({ code: 'too_big', origin: 'string', maximum, inclusive: true, input: value })
  })
}
