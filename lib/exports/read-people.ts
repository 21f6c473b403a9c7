import 'server-only'
import { DeskError } from '#lib/errors.ts'
import type { CallOptions, PortraitClient } from '#lib/portrait-api/client.ts'
import {
  type Employee,
  type EmployeePage,
  type EmployeeQuery,
  PER_PAGE_MAX,
} from '#lib/portrait-api/contract.ts'
import type { ExportRequest } from './contract.ts'

const READ_ATTEMPTS = 3

/** The first page is read while the person waits, so that a wrong project or key is told at once. */
export function readFirstPage(
  client: PortraitClient,
  request: ExportRequest,
  signal: AbortSignal,
): Promise<EmployeePage> {
  return client.listEmployees(request.project_id, toQuery(request, 1), { signal, fresh: true })
}

/**
 * Everybody who may belong into the export, as the service knows them now: an export must not miss a retake that is
 * seconds old. People who come or go while the pages are read shift the others, so the pages are then read again;
 * `list_unsteady` when they never hold still.
 */
export async function readPeople(
  client: PortraitClient,
  request: ExportRequest,
  { firstPage, signal }: { firstPage: EmployeePage; signal: AbortSignal },
): Promise<Employee[]> {
  const options: CallOptions = { signal, lane: 'background', fresh: true }
  const readPage = (page: number) => client.listEmployees(request.project_id, toQuery(request, page), options)
  for (let attempt = 1; attempt <= READ_ATTEMPTS; attempt += 1) {
    let page = attempt === 1 ? firstPage : await readPage(1)
    const people = new Map(page.data.map(employee => [employee.id, employee]))
    const totals = new Set([page.meta.total])
    while (page.links.next !== null) {
      page = await readPage(page.meta.current_page + 1)
      totals.add(page.meta.total)
      for (const employee of page.data) people.set(employee.id, employee)
    }
    if (totals.size === 1 && totals.has(people.size)) return [...people.values()]
  }
  throw new DeskError('list_unsteady')
}

/** A selection is read from all people, so that the plan can say why somebody's photo is not ready. */
function toQuery(request: ExportRequest, page: number): EmployeeQuery {
  return { per_page: PER_PAGE_MAX, page, ...(!request.employee_ids && { photo_ready: '1' }) }
}
