/**
 * Schemas (zod) of the service's records as the desk stores and returns them: the output of `read-responses.ts`. They
 * are wider than the specification where a value may be new (`status`, `locale`; `toKnownStatus` returns its meaning)
 * and where a field may be missing. `input-contract.ts` contains the inputs, `terms.ts` the limits and enums. See
 * docs/decisions/033-liberties-of-the-service.md.
 */
import { z } from 'zod/mini'
import type { PHOTO_VARIANTS } from './terms.ts'

export {
  ACTIVE_KEYS_MAX,
  EMAIL_MAX,
  EMPLOYEE_STATUSES,
  EMPLOYEES_PER_CREATE,
  type EmployeeStatus,
  IMAGE_SIZES_MAX,
  LOCALES,
  MITARBEITERNUMMER_MAX,
  NAME_MAX,
  PER_PAGE_DEFAULT,
  PER_PAGE_MAX,
  PHOTO_VARIANTS,
  PROJECT_STATUSES,
  type ProjectStatus,
  parseId,
  REQUESTS_PER_MINUTE,
} from './terms.ts'

const id = z.int().check(z.positive())
const count = z.int().check(z.nonnegative())
const date = z.iso.date()
const dateTime = z.iso.datetime({ offset: true })

/** Section 2, Project. */
export const projectSchema = z.object({
  id,
  projektnummer: z.string(),
  name: z.string(),
  /** One of PROJECT_STATUSES, or a value unknown to the desk; empty when the service sent none. */
  status: z.string(),
  start_date: z.nullable(date),
  deadline: z.nullable(date),
  employees_count: z.nullable(count),
})

/** Section 2, Employee.photo. The addresses only show that the photo exists; the desk never requests them. */
export const employeePhotoSchema = z.object({
  approved: z.boolean(),
  edited_at: z.nullable(dateTime),
  standard_url: z.nullable(z.string()),
  transparent_url: z.nullable(z.string()),
  /**
   * The service sent no readable approval. The photo is not handed out, and nothing is deleted. This field never leaves
   * the desk.
   */
  approval_unread: z.optional(z.literal(true)),
})

/** Section 2, Employee (as returned). */
export const employeeSchema = z.object({
  id,
  /** 0 when the service did not send the project. */
  project_id: count,
  mitarbeiternummer: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** One of LOCALES, or a value unknown to the desk. */
  locale: z.nullable(z.string()),
  /** One of EMPLOYEE_STATUSES, or a value unknown to the desk; empty when the service sent none. */
  status: z.string(),
  invited_at: z.nullable(dateTime),
  uploaded_at: z.nullable(dateTime),
  photo: employeePhotoSchema,
})

/** Section 2, Image size. A width or height of 0 is free: it depends on the photo. */
export const imageSizeSchema = z.object({ index: count, label: z.string(), width: count, height: count })

/** Section 2, pagination objects. */
export const paginationSchema = z.object({
  links: z.object({ next: z.nullable(z.string()) }),
  meta: z.object({
    current_page: z.int().check(z.positive()),
    last_page: z.int().check(z.positive()),
    per_page: z.int().check(z.positive()),
    /** Null when the service did not send it. */
    total: z.nullable(count),
  }),
})

/** Number of records that could not be read and are missing in `data`. */
const unreadable = z._default(count, 0)

/** Section 4, the 200 and 201 responses. */
export const projectListResponse = z.object({ data: z.array(projectSchema), unreadable })
export const employeeListResponse = z.extend(paginationSchema, { data: z.array(employeeSchema), unreadable })
export const employeeResponse = z.object({ data: employeeSchema })
export const employeeUpdateResponse = z.object({
  data: employeeSchema,
  meta: z.object({ invitation_resent: z.boolean() }),
})
export const imageSizeListResponse = z.object({ data: z.array(imageSizeSchema), unreadable })

/** Section 7, body of a 422. */
export const invalidResponse = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())),
})
/** Section 7: any other error; only `code` is specified, and only for some answers. */
export const errorResponse = z.object({ message: z.optional(z.string()), code: z.optional(z.string()) })

export type Project = z.infer<typeof projectSchema>
export type ProjectList = z.infer<typeof projectListResponse>
export type Employee = z.infer<typeof employeeSchema>
export type EmployeePage = z.infer<typeof employeeListResponse>
export type UpdatedEmployee = z.infer<typeof employeeUpdateResponse>
export type ImageSize = z.infer<typeof imageSizeSchema>
export type ImageSizeList = z.infer<typeof imageSizeListResponse>
export type PhotoVariant = (typeof PHOTO_VARIANTS)[number]
