import { z } from 'zod'
import {
  EMPLOYEE_STATUSES,
  type Employee,
  PER_PAGE_DEFAULT,
  PER_PAGE_MAX,
  type PhotoVariant,
} from '#lib/portrait-api/contract.ts'
import type { SandboxContext } from '../context.ts'
import { invalidInput, readJson, toFieldErrors } from '../http/invalid-input.ts'
import { toId } from '../http/service-error.ts'
import { addEmployees } from '../state/add-employees.ts'
import { changeEmployee } from '../state/change-employee.ts'
import { type EmployeeInput, INPUTS } from '../state/employee-input.ts'
import { findTaken, takenInput } from '../state/find-taken.ts'
import type { CustomerRecord, EmployeeRecord } from '../state/records.ts'
import { requireEmployee, requireProject } from '../state/records.ts'
import type { Rules } from '../state/rules.ts'
import type { ApiContext } from './admit.ts'
import { parseQuery, wholeNumber } from './parse-query.ts'

const querySchema = z.object({
  status: z.enum(EMPLOYEE_STATUSES, `This must be one of ${EMPLOYEE_STATUSES.join(', ')}.`).optional(),
  mitarbeiternummer: z.string().optional(),
  photo_ready: z.literal('1', 'This must be 1.').optional(),
  per_page: wholeNumber(1, PER_PAGE_MAX).default(PER_PAGE_DEFAULT),
  page: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(1),
})

type Query = z.infer<typeof querySchema>

/** Section 4, POST /projects/{projectId}/employees: one or up to 200, all or nothing. */
export function createEmployees({ store, variations }: SandboxContext) {
  return async function handle(c: ApiContext) {
    const where = () => ({
      customer: c.var.customer,
      project: requireProject(store.state, c.var.customer, toId(c.req.param('projectId'))),
    })
    where()
    const body = await readJson(c.req.raw)
    // The body may arrive late, so the project is read again. Nothing is awaited from here on.
    const { project, customer } = where()
    const present = store.state.employees.filter(({ project_id }) => project_id === project.id)
    const isBatch = isObject(body) && 'employees' in body
    const rules = variations.rules()
    const inputs = isBatch ? checkBatch(body, present, rules) : [checkOne(body, present, rules)]
    const added = addEmployees(
      store.state,
      inputs.map(input => toKept(input, rules, customer)),
      { customer, project },
    )
    store.save()
    const data = added.map(employee => toEmployee(employee, c.req.url))
    return c.json({ data: isBatch ? data : data[0] }, 201)
  }
}

function checkOne(body: unknown, present: EmployeeRecord[], rules: Rules): EmployeeInput {
  const result = INPUTS[rules.email].one.safeParse(body)
  const taken = findTaken(present, [isObject(body) ? body : {}], {
    toKey: (_, field) => field,
    compareNumber: rules.compareNumber,
  })
  if (!result.success) throw invalidInput({ ...taken, ...toFieldErrors(result.error) })
  if (Object.keys(taken).length > 0) throw takenInput(taken, rules)
  return result.data
}

function checkBatch(body: object, present: EmployeeRecord[], rules: Rules): EmployeeInput[] {
  const result = INPUTS[rules.email].batch.safeParse(body)
  const entries: unknown[] = 'employees' in body && Array.isArray(body.employees) ? body.employees : []
  const claims = entries.map(entry => (isObject(entry) ? entry : {}))
  const taken = findTaken(present, claims, {
    toKey: (index, field) => `employees.${index}.${field}`,
    compareNumber: rules.compareNumber,
  })
  if (!result.success) throw invalidInput({ ...taken, ...toFieldErrors(result.error) })
  if (Object.keys(taken).length > 0) throw takenInput(taken, rules)
  return result.data.employees
}

/** The stored form of the input, by the rules of the variations. */
function toKept<Input extends Partial<EmployeeInput>>(
  input: Input,
  rules: Rules,
  customer: Pick<CustomerRecord, 'locale'>,
): Input {
  const { keepText, keepEmail, keepNumber, keepLocale } = rules
  const { first_name, last_name, email, mitarbeiternummer, locale } = input
  return {
    ...input,
    ...(first_name !== undefined && { first_name: keepText(first_name) }),
    ...(last_name !== undefined && { last_name: keepText(last_name) }),
    ...(email !== undefined && { email: keepEmail(keepText(email)) }),
    ...(mitarbeiternummer !== undefined && { mitarbeiternummer: keepNumber(keepText(mitarbeiternummer)) }),
    ...(locale !== undefined && { locale: keepLocale(locale, customer.locale) }),
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Section 4, GET /employees/{employeeId}: the same format as in the list. */
export function getEmployee({ store }: SandboxContext) {
  return function handle(c: ApiContext) {
    const employee = requireEmployee(store.state, c.var.customer, toId(c.req.param('employeeId')))
    return c.json({ data: toEmployee(employee, c.req.url) })
  }
}

/** Section 4, DELETE /employees/{employeeId}. The photos are drawn from the record, so they are deleted with it. */
export function deleteEmployee({ store }: SandboxContext) {
  return function handle(c: ApiContext) {
    const employee = requireEmployee(store.state, c.var.customer, toId(c.req.param('employeeId')))
    store.state.employees = store.state.employees.filter(({ id }) => id !== employee.id)
    store.save()
    return c.body(null, 204)
  }
}

/** Section 4, PATCH /employees/{employeeId}. */
export function updateEmployee({ store, variations, now }: SandboxContext) {
  return async function handle(c: ApiContext) {
    const find = () => requireEmployee(store.state, c.var.customer, toId(c.req.param('employeeId')))
    find()
    const rules = variations.rules()
    const parsed = INPUTS[rules.email].update.safeParse(await readJson(c.req.raw))
    // The body may arrive late, so the employee is read again. Nothing is awaited from here on.
    const employee = find()
    if (!parsed.success) throw invalidInput(toFieldErrors(parsed.error))
    const others = store.state.employees.filter(
      ({ id, project_id }) => project_id === employee.project_id && id !== employee.id,
    )
    const taken = findTaken(others, [parsed.data], {
      toKey: (_, field) => field,
      compareNumber: rules.compareNumber,
    })
    if (Object.keys(taken).length > 0) throw takenInput(taken, rules)

    const { customer } = c.var
    const change = { update: toKept(parsed.data, rules, customer), customer, now: now(), rules }
    const invitation_resent = changeEmployee(store.state, employee, change)
    store.save()
    return c.json({ data: toEmployee(employee, c.req.url), meta: { invitation_resent } })
  }
}

/** Section 4, GET /projects/{projectId}/employees: filtered, ordered by id, in pages. */
export function listEmployees({ store, variations }: SandboxContext) {
  return function handle(c: ApiContext) {
    const project = requireProject(store.state, c.var.customer, toId(c.req.param('projectId')))
    const query = parseQuery(c, querySchema)
    const { compareNumber } = variations.rules()
    const found = store.state.employees
      .filter(employee => employee.project_id === project.id && matches(employee, query, compareNumber))
      .sort((a, b) => a.id - b.id)
    const { page, per_page } = query
    const last_page = Math.max(1, Math.ceil(found.length / per_page))
    return c.json({
      data: found
        .slice((page - 1) * per_page, page * per_page)
        .map(employee => toEmployee(employee, c.req.url)),
      links: { next: page < last_page ? toPageUrl(c.req.url, page + 1) : null },
      meta: { current_page: page, last_page, per_page, total: found.length },
    })
  }
}

function matches(
  employee: EmployeeRecord,
  { status, mitarbeiternummer, photo_ready }: Query,
  compareNumber: Rules['compareNumber'],
): boolean {
  return (
    (status === undefined || employee.status === status) &&
    (mitarbeiternummer === undefined ||
      compareNumber(employee.mitarbeiternummer) === compareNumber(mitarbeiternummer)) &&
    (photo_ready === undefined || (employee.approved && employee.standard_finished))
  )
}

function toPageUrl(requestUrl: string, page: number): string {
  const url = new URL(requestUrl)
  url.searchParams.set('page', String(page))
  return url.href
}

/** Section 2, Employee. The download addresses have the origin of the caller's request. */
export function toEmployee(record: EmployeeRecord, requestUrl: string): Employee {
  const { id, project_id, mitarbeiternummer, first_name, last_name, email, locale } = record
  const { status, invited_at, uploaded_at, edited_at, approved } = record
  const toUrl = (variant: PhotoVariant) =>
    new URL(`/api/v1/employees/${id}/photo?variant=${variant}`, requestUrl).href
  return {
    id,
    project_id,
    mitarbeiternummer,
    first_name,
    last_name,
    email,
    locale,
    status,
    invited_at,
    uploaded_at,
    photo: {
      approved,
      edited_at,
      standard_url: approved && record.standard_finished ? toUrl('standard') : null,
      transparent_url: approved && record.transparent_finished ? toUrl('transparent') : null,
    },
  }
}
