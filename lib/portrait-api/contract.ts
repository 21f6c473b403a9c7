/**
 * The records of the portrait service as the desk holds and hands them on, as zod schemas: what `read-responses.ts` makes of
 * what the service says. Wider than the specification where a word may be new (`status`, `locale`: `toKnownStatus` says
 * what it means to the desk, if anything) and where a field may be missing. What the service takes stands in
 * `input-contract.ts`, its limits and fixed words in `terms.ts`. See docs/decisions/033-liberties-of-the-service.md.
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
  /** One of PROJECT_STATUSES, or a word that is new to the desk; empty when the service said none. */
  status: z.string(),
  start_date: z.nullable(date),
  deadline: z.nullable(date),
  employees_count: z.nullable(count),
})

/** Section 2, Employee.photo. The addresses say that there is such a photo; nobody follows them. */
export const employeePhotoSchema = z.object({
  approved: z.boolean(),
  edited_at: z.nullable(dateTime),
  standard_url: z.nullable(z.string()),
  transparent_url: z.nullable(z.string()),
  /** The service said neither yes nor no. Nobody gets the photo, and nothing is taken back; it never leaves the desk. */
  approval_unread: z.optional(z.literal(true)),
})

/** Section 2, Employee (as returned). */
export const employeeSchema = z.object({
  id,
  /** 0 when the service did not say whose it is. */
  project_id: count,
  mitarbeiternummer: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** One of LOCALES, or a word that is new to the desk. */
  locale: z.nullable(z.string()),
  /** One of EMPLOYEE_STATUSES, or a word that is new to the desk; empty when the service said none. */
  status: z.string(),
  invited_at: z.nullable(dateTime),
  uploaded_at: z.nullable(dateTime),
  photo: employeePhotoSchema,
})

/** Section 2, Image size. A width or a height of 0 is free: it follows from the photo. */
export const imageSizeSchema = z.object({ index: count, label: z.string(), width: count, height: count })

/** Section 2, pagination objects. */
export const paginationSchema = z.object({
  links: z.object({ next: z.nullable(z.string()) }),
  meta: z.object({
    current_page: z.int().check(z.positive()),
    last_page: z.int().check(z.positive()),
    per_page: z.int().check(z.positive()),
    /** Null when the service did not say it. */
    total: z.nullable(count),
  }),
})

/** Records of a list that could not be read at all and are missing in `data`. */
const unreadable = z._default(count, 0)

/** Section 4, the 200 and 201 answers. */
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
