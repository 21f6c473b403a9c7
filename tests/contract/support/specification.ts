/**
 * The exact answers of the portrait service in its specification (sections 2 and 4), to check the sandbox. The sandbox
 * must not deviate where the desk is tolerant.
 */
import { z } from 'zod/mini'
import { EMPLOYEE_STATUSES, LOCALES, PROJECT_STATUSES } from '#lib/portrait-api/terms.ts'

const id = z.int().check(z.positive())
const date = z.iso.date()
const dateTime = z.iso.datetime({ offset: true })

/** Section 2, Project. */
const projectSchema = z.object({
  id,
  projektnummer: z.string(),
  name: z.string(),
  status: z.enum(PROJECT_STATUSES),
  start_date: z.nullable(date),
  deadline: date,
  employees_count: z.int().check(z.nonnegative()),
})

/** Section 2, Employee.photo. */
const employeePhotoSchema = z.object({
  approved: z.boolean(),
  edited_at: z.nullable(dateTime),
  standard_url: z.nullable(z.url()),
  transparent_url: z.nullable(z.url()),
})

/** Section 2, Employee (as returned). */
const employeeSchema = z.object({
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
const imageSizeSchema = z.object({
  index: z.int().check(z.nonnegative()),
  label: z.string(),
  width: z.int().check(z.positive()),
  height: z.int().check(z.positive()),
})

/** Section 2, pagination objects. */
const paginationSchema = z.object({
  links: z.object({ next: z.nullable(z.string()) }),
  meta: z.object({
    current_page: z.int().check(z.positive()),
    last_page: z.int().check(z.positive()),
    per_page: z.int().check(z.positive()),
    total: z.int().check(z.nonnegative()),
  }),
})

/** Section 4, the 200 and 201 answers. */
export const projectListResponse = z.object({ data: z.array(projectSchema) })
export const employeeListResponse = z.extend(paginationSchema, { data: z.array(employeeSchema) })
export const employeeResponse = z.object({ data: employeeSchema })
export const employeeBatchResponse = z.object({ data: z.array(employeeSchema) })
export const employeeUpdateResponse = z.object({
  data: employeeSchema,
  meta: z.object({ invitation_resent: z.boolean() }),
})
export const imageSizeListResponse = z.object({ data: z.array(imageSizeSchema) })
