import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import type { KnownPhoto } from '#lib/employees/may-have-photos.ts'
import { type PeopleIds, peopleIdsResponse } from '#lib/employees/people-contract.ts'
import { type PeopleFilters, toPeopleSearch } from '#lib/employees/people-filters.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { peopleKey } from './people-query.ts'
import { unselect } from './selection-store.ts'

/**
 * Ids of all employees who match the filters, in the table's order. It costs no call once the desk has loaded the
 * project's employees.
 */
export function peopleIdsQuery(projectId: number, filters: Partial<PeopleFilters> = {}) {
  const { page: _page, per_page: _size, ...asked } = filters
  const search = toPeopleSearch(asked)
  return queryOptions({
    queryKey: [...peopleIdsKey(projectId), search],
    queryFn: async ({ signal }) =>
      (await deskRequest(paths.api.projectPeopleIds(projectId, search), peopleIdsResponse, { signal })).data,
  })
}

export function peopleIdsKey(projectId: number) {
  return ['people-ids', projectId] as const
}

/** Lists the photo approval of all cached employees whose cache entries are not invalidated. Sends no request. */
export function listKnownPhotos(queries: QueryClient, projectId: number): KnownPhoto[] {
  const predicate = ({ state }: Query) => !state.isInvalidated
  const pages = queries.getQueriesData<{ data: Employee[] }>({ queryKey: peopleKey(projectId), predicate })
  const lists = queries.getQueriesData<PeopleIds>({ queryKey: peopleIdsKey(projectId), predicate })
  const rows = pages.flatMap(([, page]) => page?.data ?? [])
  return [
    ...rows.map(({ id, photo }) => ({ id, approved: photo.approved })),
    ...lists.flatMap(([, list]) => list ?? []),
  ]
}

/** Stores the latest record of an employee for their sheet. */
export function putPerson(queries: QueryClient, employee: Employee): void {
  queries.setQueryData(personKey(employee.id), employee)
}

/**
 * Stores the latest records of these employees, if a sheet has shown them and the cached record is older than
 * `askedAt` (ms since 1970).
 */
export function putKnown(queries: QueryClient, people: readonly Employee[], askedAt: number): void {
  for (const employee of people) {
    const state = queries.getQueryState(personKey(employee.id))
    if (state?.data && state.dataUpdatedAt < askedAt) putPerson(queries, employee)
  }
}

/** Reads the lists of ids again, and marks cached records as outdated, to be read when a sheet opens. */
export async function ageKnown(queries: QueryClient, projectId: number): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: peopleIdsKey(projectId) }),
    queries.invalidateQueries({ queryKey: PERSONS_KEY, refetchType: 'none' }),
  ])
}

const PERSONS_KEY = ['person'] as const

export function personKey(employeeId: number) {
  return [...PERSONS_KEY, employeeId] as const
}

/** Removes deleted employees from the rows at once, then reads counts and pages again. */
export async function forgetPeople(
  queries: QueryClient,
  projectId: number,
  gone: readonly number[],
): Promise<void> {
  const ids = new Set(gone)
  unselect(projectId, gone)
  for (const id of gone) queries.removeQueries({ queryKey: personKey(id) })
  const queryKey = peopleKey(projectId)
  await queries.cancelQueries({ queryKey })
  queries.setQueriesData<{ data: Employee[] }>({ queryKey }, page =>
    page?.data.some(({ id }) => ids.has(id))
      ? { ...page, data: page.data.filter(({ id }) => !ids.has(id)) }
      : page,
  )
  await readPeopleAnew(queries, projectId)
}

/**
 * Reads again everything that a change may affect and no cached page can absorb: filters, counts and tasks, here and
 * on the page of projects.
 */
export async function readPeopleAnew(queries: QueryClient, projectId: number): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: peopleKey(projectId) }),
    ageKnown(queries, projectId),
    queries.invalidateQueries({ queryKey: ['status-counts'] }),
    queries.invalidateQueries({ queryKey: ['project-tasks'] }),
    queries.invalidateQueries({ queryKey: ['uninvited-since', projectId] }),
  ])
}
