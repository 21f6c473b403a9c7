import { z } from 'zod'
import { EMPLOYEE_STATUSES, PER_PAGE_DEFAULT, PER_PAGE_MAX } from '#lib/portrait-api/contract.ts'
import type { SandboxContext } from '../context.ts'
import { toId } from '../http/to-id.ts'
import type { EmployeeRecord } from '../state/records.ts'
import { requireProject } from '../state/require-record.ts'
import type { Rules } from '../variations/variation.ts'
import type { ApiContext } from './api-env.ts'
import { parseQuery } from './parse-query.ts'
import { toEmployee } from './to-employee.ts'
import { wholeNumber } from './whole-number.ts'

const querySchema = z.object({
  status: z.enum(EMPLOYEE_STATUSES, `This must be one of ${EMPLOYEE_STATUSES.join(', ')}.`).optional(),
  mitarbeiternummer: z.string().optional(),
  photo_ready: z.literal('1', 'This must be 1.').optional(),
  per_page: wholeNumber(1, PER_PAGE_MAX).default(PER_PAGE_DEFAULT),
  page: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(1),
})

type Query = z.infer<typeof querySchema>

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
