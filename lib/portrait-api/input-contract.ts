/**
 * Schemas (zod) of inputs that the portrait service certainly accepts: those of the desk's forms and imports, and
 * queries that the desk understands. They help users before a call. Only the service decides what it accepts, so they
 * check neither unchanged values nor calls to the mirror. Separate from the responses, because a page needs those long
 * before a user writes. See docs/decisions/025-small-pages.md and docs/decisions/035-the-service-judges-input.md.
 */
import { z } from 'zod/mini'
import {
  EMAIL_MAX,
  EMPLOYEE_STATUSES,
  LOCALES,
  MITARBEITERNUMMER_MAX,
  NAME_MAX,
  PER_PAGE_MAX,
  PHOTO_VARIANTS,
  type PhotoVariant,
} from './contract.ts'
import { EMAIL_FORM } from './terms.ts'

const name = z.string().check(z.trim(), z.minLength(1), characters(NAME_MAX))

/** Section 2, EmployeeInput (create). */
export const employeeInputSchema = z.strictObject({
  first_name: name,
  last_name: name,
  email: z
    .string()
    .check(z.trim(), z.minLength(1, { abort: true }), z.regex(EMAIL_FORM), characters(EMAIL_MAX)),
  mitarbeiternummer: z.optional(
    z.string().check(z.trim(), z.minLength(1), characters(MITARBEITERNUMMER_MAX)),
  ),
  locale: z.optional(z.nullable(z.enum(LOCALES))),
})

/** Section 2, EmployeeUpdate (patch): all fields optional; send only the fields that change. */
export const employeeUpdateSchema = z.partial(employeeInputSchema)

/** Digits only, as the service reads them: `1e2`, ` 5` and the empty text are not numbers. */
const wholeNumber = z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number))

/** Section 4, query of GET /projects/{projectId}/employees; values as in a URL. */
export const employeeQuerySchema = z.strictObject({
  status: z.optional(z.enum(EMPLOYEE_STATUSES)),
  mitarbeiternummer: z.optional(z.string().check(z.minLength(1), characters(MITARBEITERNUMMER_MAX))),
  photo_ready: z.optional(z.literal('1')),
  per_page: z.optional(z.pipe(wholeNumber, z.int().check(z.minimum(1), z.maximum(PER_PAGE_MAX)))),
  page: z.optional(z.pipe(wholeNumber, z.int().check(z.minimum(1)))),
})

/** Section 4, query of GET /employees/{employeeId}/photo; values as in a URL. */
export const photoQuerySchema = z.strictObject({
  variant: z.optional(z.enum(PHOTO_VARIANTS)),
  size: z.optional(z.pipe(wholeNumber, z.int())),
})

export type EmployeeInput = z.infer<typeof employeeInputSchema>
export type EmployeeUpdate = z.infer<typeof employeeUpdateSchema>
export type EmployeeQuery = z.infer<typeof employeeQuerySchema>
export type PhotoQuery = { variant: PhotoVariant; size: number | null }

/** Section 8 limits characters; JavaScript's length counts an emoji or a rare Chinese character as two. */
function characters(maximum: number) {
  return z.check<string>(({ value, issues }) => {
    if (value.length <= maximum || [...value].length <= maximum) return
    issues.push({ code: 'too_big', origin: 'string', maximum, inclusive: true, input: value })
  })
}
