import 'server-only'
import { handleWithdrawnApprovals } from '#lib/employees/departures.ts'
import { readAllPages } from '#lib/employees/read-all-pages.ts'
import type { ExportRequest } from '#lib/exports/contract.ts'
import type { CallOptions } from '#lib/portrait-api/calls.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { type Employee, type EmployeePage, PER_PAGE_MAX } from '#lib/portrait-api/contract.ts'
import type { EmployeeQuery } from '#lib/portrait-api/input-contract.ts'

/** Reads the first page while the user waits, so that a wrong project or key is reported at once. */
export function readFirstPage(
  client: PortraitClient,
  request: ExportRequest,
  options: CallOptions,
): Promise<EmployeePage> {
  return client.listEmployees(request.project_id, toQuery(1), {
    since: performance.now(),
    ...options,
    fresh: true,
  })
}

/**
 * Reads all employees who may belong in the export, as the service has them now: it must not miss a retake that is
 * seconds old. Responses requested earlier do not count, even if still in flight; records received while reading other
 * pages do. `unreadable` counts further records that could not be parsed. Throws `list_unsteady` when the pages keep
 * changing.
 */
export async function readPeople(
  client: PortraitClient,
  request: ExportRequest,
  { firstPage, signal }: { firstPage: EmployeePage; signal: AbortSignal },
): Promise<{ people: Employee[]; unreadable: number }> {
  const { people, unreadable } = await readAllPages({
    firstPage,
    readPage(page) {
      const options: CallOptions = { signal, lane: 'background', fresh: true, since: performance.now() }
      return client.listEmployees(request.project_id, toQuery(page), options)
    },
  })
  const newest = toNewest(client, [...people.values()])
  await handleWithdrawnApprovals(client, newest)
  return { people: newest, unreadable }
}

/** Includes employees without a ready photo, so that the report can list them with the reason. */
function toQuery(page: number): EmployeeQuery {
  return { per_page: PER_PAGE_MAX, page }
}

/** Replaces each listed employee with the last version received: a single read may be newer than the list. */
export function toNewest(client: PortraitClient, people: readonly Employee[]): Employee[] {
  return people.map(person => client.recent.lastSeen(person.id) ?? person)
}
