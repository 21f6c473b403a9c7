/**
 * The words of the portrait service, as zod schemas: every resource, input and answer of its specification.
 *
 * Schemas of answers drop unknown extra fields, so that a newer service does not break the desk. Schemas of inputs
 * are strict, so that a misspelt field is an error and not a change that silently does nothing.
 */
import { z } from 'zod/mini'

/** Limits of section 8. */
export const EMPLOYEES_PER_CREATE = 200
export const PER_PAGE_MAX = 200
export const PER_PAGE_DEFAULT = 50
export const NAME_MAX = 100
export const MITARBEITERNUMMER_MAX = 100
export const EMAIL_MAX = 255
export const IMAGE_SIZES_MAX = 4
export const ACTIVE_KEYS_MAX = 5
export const REQUESTS_PER_MINUTE = 120

/** Section 3, project states. */
export const PROJECT_STATUSES = ['draft', 'active', 'completed', 'archived'] as const
/** Section 3, employee states. */
export const EMPLOYEE_STATUSES = ['pending', 'uploaded', 'edited', 'retake'] as const
/** Section 2, `locale`: the language of invitations. */
export const LOCALES = ['de', 'en'] as const
/** Section 4, `variant` of a photo. */
export const PHOTO_VARIANTS = ['standard', 'transparent'] as const

const id = z.int().check(z.positive())
const date = z.iso.date()
const dateTime = z.iso.datetime({ offset: true })

/** Section 2, Project. */
export const projectSchema = z.object({
  id,
  projektnummer: z.string(),
  name: z.string(),
  status: z.enum(PROJECT_STATUSES),
  start_date: z.nullable(date),
  deadline: date,
  employees_count: z.int().check(z.nonnegative()),
})

/** Section 2, Employee.photo. */
export const employeePhotoSchema = z.object({
  approved: z.boolean(),
  edited_at: z.nullable(dateTime),
  standard_url: z.nullable(z.url()),
  transparent_url: z.nullable(z.url()),
})

/** Section 2, Employee (as returned). */
export const employeeSchema = z.object({
  id,
  project_id: id,
  mitarbeiternummer: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  locale: z.nullable(z.enum(LOCALES)),
  status: z.enum(EMPLOYEE_STATUSES),
  invited_at: z.nullable(dateTime),
  uploaded_at: z.nullable(dateTime),
  photo: employeePhotoSchema,
})

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(NAME_MAX))

/** Section 2, EmployeeInput (create). */
export const employeeInputSchema = z.strictObject({
  first_name: name,
  last_name: name,
  email: z.email().check(z.maxLength(EMAIL_MAX)),
  mitarbeiternummer: z.optional(
    z.string().check(z.trim(), z.minLength(1), z.maxLength(MITARBEITERNUMMER_MAX)),
  ),
  locale: z.optional(z.nullable(z.enum(LOCALES))),
})

/** Section 2, EmployeeUpdate (patch): all fields optional; send only the fields that change. */
export const employeeUpdateSchema = z.partial(employeeInputSchema)

/** Section 4, POST /projects/{projectId}/employees with 1 to 200 items. */
export const employeeBatchSchema = z.strictObject({
  employees: z.array(employeeInputSchema).check(z.minLength(1), z.maxLength(EMPLOYEES_PER_CREATE)),
})

/** Section 2, Image size. */
export const imageSizeSchema = z.object({
  index: z.int().check(z.nonnegative()),
  label: z.string(),
  width: z.int().check(z.positive()),
  height: z.int().check(z.positive()),
})

/** Section 2, pagination objects. */
export const paginationSchema = z.object({
  links: z.object({ next: z.nullable(z.string()) }),
  meta: z.object({
    current_page: z.int().check(z.positive()),
    last_page: z.int().check(z.positive()),
    per_page: z.int().check(z.positive()),
    total: z.int().check(z.nonnegative()),
  }),
})

/** Digits only, as the service reads them: `1e2`, ` 5` and the empty text are no numbers. */
const wholeNumber = z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number))

/** Section 4, query of GET /projects/{projectId}/employees; values as they stand in a URL. */
export const employeeQuerySchema = z.strictObject({
  status: z.optional(z.enum(EMPLOYEE_STATUSES)),
  mitarbeiternummer: z.optional(z.string().check(z.minLength(1), z.maxLength(MITARBEITERNUMMER_MAX))),
  photo_ready: z.optional(z.literal('1')),
  per_page: z.optional(z.pipe(wholeNumber, z.int().check(z.minimum(1), z.maximum(PER_PAGE_MAX)))),
  page: z.optional(z.pipe(wholeNumber, z.int().check(z.minimum(1)))),
})

/** Section 4, query of GET /employees/{employeeId}/photo; values as they stand in a URL. */
export const photoQuerySchema = z.strictObject({
  variant: z.optional(z.enum(PHOTO_VARIANTS)),
  size: z.optional(z.pipe(wholeNumber, z.int())),
})

/** Section 4, the 200 and 201 answers. */
export const projectListAnswer = z.object({ data: z.array(projectSchema) })
export const employeeListAnswer = z.extend(paginationSchema, { data: z.array(employeeSchema) })
export const employeeAnswer = z.object({ data: employeeSchema })
export const employeeBatchAnswer = z.object({ data: z.array(employeeSchema) })
export const employeeUpdateAnswer = z.object({
  data: employeeSchema,
  meta: z.object({ invitation_resent: z.boolean() }),
})
export const imageSizeListAnswer = z.object({ data: z.array(imageSizeSchema) })

/** Section 7, body of a 422. */
export const invalidAnswer = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())),
})
/** Section 7: any other error; only `code` is specified, and only for some answers. */
export const errorAnswer = z.object({ message: z.optional(z.string()), code: z.optional(z.string()) })

export type Project = z.infer<typeof projectSchema>
export type ProjectStatus = Project['status']
export type Employee = z.infer<typeof employeeSchema>
export type EmployeeStatus = Employee['status']
export type EmployeeInput = z.infer<typeof employeeInputSchema>
export type EmployeeUpdate = z.infer<typeof employeeUpdateSchema>
export type EmployeeQuery = z.infer<typeof employeeQuerySchema>
export type EmployeePage = z.infer<typeof employeeListAnswer>
export type UpdatedEmployee = z.infer<typeof employeeUpdateAnswer>
export type ImageSize = z.infer<typeof imageSizeSchema>
export type PhotoVariant = (typeof PHOTO_VARIANTS)[number]
export type PhotoQuery = { variant: PhotoVariant; size: number | null }
