/**
 * The state of the service as zod schemas, so that a data file is checked before its use. Fields that the API shows
 * have the names of the specification.
 */

import { z } from 'zod'
import { EMPLOYEE_STATUSES, LOCALES, PROJECT_STATUSES } from '#lib/portrait-api/contract.ts'
import { ServiceError } from '../http/service-error.ts'
import { LOOKS } from '../people/to-look.ts'

export const ACCOUNT_STATES = ['active', 'trial', 'api_disabled'] as const

const id = z.int().positive()
const time = z.iso.datetime({ offset: true })

const sizeRecord = z.object({
  label: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
})

const customerRecord = z.object({
  id,
  name: z.string(),
  account: z.enum(ACCOUNT_STATES),
  locale: z.enum(LOCALES),
  image_sizes: z.array(sizeRecord),
})

/** A key is kept as its SHA-256 only (section 5, rule 4: it is shown once). */
const keyRecord = z.object({
  id,
  customer_id: id,
  label: z.string(),
  sha256: z.string(),
  created_at: time,
  revoked_at: time.nullable(),
})

const projectRecord = z.object({
  id,
  customer_id: id,
  projektnummer: z.string(),
  name: z.string(),
  status: z.enum(PROJECT_STATUSES),
  start_date: z.iso.date().nullable(),
  deadline: z.iso.date(),
  next_number: z.int().positive(),
})

const employeeRecord = z.object({
  id,
  project_id: id,
  mitarbeiternummer: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  locale: z.enum(LOCALES).nullable(),
  status: z.enum(EMPLOYEE_STATUSES),
  invited_at: time.nullable(),
  uploaded_at: time.nullable(),
  edited_at: time.nullable(),
  edits: z.int().nonnegative(),
  standard_finished: z.boolean(),
  transparent_finished: z.boolean(),
  approved: z.boolean(),
  look: z.enum(LOOKS),
})

const mailRecord = z.object({
  id,
  customer_id: id,
  employee_id: id,
  kind: z.enum(['invitation', 'retake']),
  to: z.string(),
  locale: z.enum(LOCALES),
  sent_at: time,
})

export const serviceState = z.object({
  customers: z.array(customerRecord).min(1),
  keys: z.array(keyRecord),
  projects: z.array(projectRecord),
  employees: z.array(employeeRecord),
  outbox: z.array(mailRecord),
  next_id: z.object({ key: id, employee: id, mail: id }),
})

export type CustomerRecord = z.infer<typeof customerRecord>
export type KeyRecord = z.infer<typeof keyRecord>
export type ProjectRecord = z.infer<typeof projectRecord>
export type EmployeeRecord = z.infer<typeof employeeRecord>
/** The progress of an employee. */
export type Progress = Pick<
  EmployeeRecord,
  | 'status'
  | 'invited_at'
  | 'uploaded_at'
  | 'edited_at'
  | 'edits'
  | 'standard_finished'
  | 'transparent_finished'
  | 'approved'
>
export type MailRecord = z.infer<typeof mailRecord>
export type ServiceState = z.infer<typeof serviceState>

/** Section 1: a new employee is `pending` and not invited. */
export const NO_PROGRESS: Progress = {
  status: 'pending',
  invited_at: null,
  uploaded_at: null,
  edited_at: null,
  edits: 0,
  standard_finished: false,
  transparent_finished: false,
  approved: false,
}

/** Section 5, rule 8: another customer's record is as unknown as a missing one. */
export function requireProject(state: ServiceState, customer: CustomerRecord, id: number): ProjectRecord {
  const project = state.projects.find(candidate => candidate.id === id)
  if (project?.customer_id !== customer.id) throw new ServiceError(404, 'There is no project with this id.')
  return project
}

export function requireEmployee(state: ServiceState, customer: CustomerRecord, id: number): EmployeeRecord {
  const employee = state.employees.find(candidate => candidate.id === id)
  const project = state.projects.find(candidate => candidate.id === employee?.project_id)
  if (!employee || project?.customer_id !== customer.id) {
    throw new ServiceError(404, 'There is no employee with this id.')
  }
  return employee
}
