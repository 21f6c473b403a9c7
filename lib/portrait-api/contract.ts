/**
 * The words of the portrait service, as zod schemas: every resource and answer of its specification.
 * They drop unknown extra fields, so that a newer service does not break the desk. What it takes stands in
 * `input-contract.ts`, its limits and fixed words in `terms.ts`.
 */
import { z } from 'zod/mini'
import { EMPLOYEE_STATUSES, LOCALES, type PHOTO_VARIANTS, PROJECT_STATUSES } from './terms.ts'

export {
  ACTIVE_KEYS_MAX,
  EMAIL_MAX,
  EMPLOYEE_STATUSES,
  EMPLOYEES_PER_CREATE,
  IMAGE_SIZES_MAX,
  LOCALES,
  MITARBEITERNUMMER_MAX,
  NAME_MAX,
  PER_PAGE_DEFAULT,
  PER_PAGE_MAX,
  PHOTO_VARIANTS,
  PROJECT_STATUSES,
  REQUESTS_PER_MINUTE,
} from './terms.ts'

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
export type EmployeePage = z.infer<typeof employeeListAnswer>
export type UpdatedEmployee = z.infer<typeof employeeUpdateAnswer>
export type ImageSize = z.infer<typeof imageSizeSchema>
export type PhotoVariant = (typeof PHOTO_VARIANTS)[number]
