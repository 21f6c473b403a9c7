import 'server-only'
import { hearWithdrawn } from '#lib/employees/departures.ts'
import { readAllPages } from '#lib/employees/read-all-pages.ts'
import type { ExportRequest } from '#lib/exports/contract.ts'
import type { CallOptions } from '#lib/portrait-api/calls.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { type Employee, type EmployeePage, PER_PAGE_MAX } from '#lib/portrait-api/contract.ts'
import type { EmployeeQuery } from '#lib/portrait-api/input-contract.ts'

/** The first page is read while the person waits, so that a wrong project or key is told at once. */
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
 * Everybody who may belong into the export, as the service knows them now: an export must not miss a retake that is
 * seconds old, and nothing that was asked for before counts, also when it is on its way; what was heard of somebody while the other
 * pages were read does. `unreadable` says how many more there are of whom nothing could be read. Throws `list_unsteady` when the
 * pages never hold still.
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
  await hearWithdrawn(client, newest)
  return { people: newest, unreadable }
}

/** Everybody, ready or not, so that the report can say whose photo is not ready and why. */
function toQuery(page: number): EmployeeQuery {
  return { per_page: PER_PAGE_MAX, page }
}

/** The people of a list, each as the service has shown them last: a single look may be newer than the list. */
export function toNewest(client: PortraitClient, people: readonly Employee[]): Employee[] {
  return people.map(person => client.recent.lastSeen(person.id) ?? person)
}
