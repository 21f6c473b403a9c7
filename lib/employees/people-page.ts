import 'server-only'
import type { CallOptions } from '#lib/portrait-api/calls.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee, EmployeePage, EmployeeStatus } from '#lib/portrait-api/contract.ts'
import { toGlossaryTerm } from '#lib/portrait-api/glossary.ts'
import type { EmployeeQuery } from '#lib/portrait-api/input-contract.ts'
import { listEmployees } from './employees.ts'
import { toShown } from './mirrored.ts'
import type { PeopleIds, PeoplePage, RosterProgress } from './people-contract.ts'
import { type PeopleFilters, toOrder } from './people-filters.ts'
import { hasRoster, loadRoster, peekRoster, type Roster, refreshRoster } from './roster.ts'
import { selectPeople } from './select-people.ts'
import { sortPeople } from './sort-people.ts'

/** Tiles that equal a service status. `edited` and `approved` do not: both have the status `edited` (section 4). */
const SERVICE_TILES = new Map<string, EmployeeStatus>([
  ['pending', 'pending'],
  ['uploaded', 'uploaded'],
  ['retake', 'retake'],
])

/**
 * The roster of an empty project: the first answer shows that it is complete, so there is no need to wait for a
 * reading.
 */
const NOBODY: Roster = {
  ...{ employees: [], loaded: 0, total: 0, complete: true, reading: false },
  ...{ asOf: null, unreadable: 0, failure: null },
}

/**
 * Returns one page of the employees that match the filters. A loaded roster costs no call. Before that, filters that
 * the service supports are answered with its own page, which is one call; others from the employees loaded so far. In
 * either case the roster is loaded from then on. `refresh` reads all employees again and waits. See
 * docs/decisions/014-people-in-memory.md.
 */
export async function getPeoplePage(
  client: PortraitClient,
  projectId: number,
  filters: PeopleFilters,
  { signal, refresh = false }: Pick<CallOptions, 'signal' | 'refresh'> = {},
): Promise<PeoplePage> {
  if (refresh) await refreshRoster(client, projectId)
  const query = hasRoster(client, projectId) ? null : toServiceQuery(filters)
  const exact = query && (await readExactPage(client, projectId, query, signal))
  const roster = peekRoster(client, projectId)
  if (query && exact?.meta.total === 0 && isAboutEverybody(query)) return toResponse(NOBODY, filters)
  if (exact && exact.meta.total !== null && !roster.complete)
    return toExactResponse(inOrder(exact, filters), exact.meta.total, roster)
  // Employees of a deleted project are no longer shown; any other failure is temporary.
  if (roster.failure && (roster.loaded === 0 || roster.failure.code === 'not_found')) throw roster.failure
  const answer = toResponse(roster, filters)
  return { ...answer, data: answer.data.map(toShown) }
}

/** Converts filters to a query of the service; null when the service does not support one of them. */
function toServiceQuery(filters: PeopleFilters): EmployeeQuery | null {
  const { q, dir: _, tile, mitarbeiternummer, per_page, page, ...others } = filters
  if (q || Object.values(others).some(value => value !== undefined)) return null
  // The service supports one status at a time.
  const status = tile && SERVICE_TILES.get(tile)
  if (tile && !status) return null
  return { ...(status && { status }), ...(mitarbeiternummer && { mitarbeiternummer }), per_page, page }
}

function isAboutEverybody({ status, mitarbeiternummer }: EmployeeQuery): boolean {
  return status === undefined && mitarbeiternummer === undefined
}

/** Reads a page. There may be fewer pages than a bookmark says; then it is the last one. */
async function readExactPage(
  client: PortraitClient,
  projectId: number,
  query: EmployeeQuery,
  signal: AbortSignal | undefined,
): Promise<EmployeePage> {
  const options = signal && { signal }
  const page = await listEmployees(client, projectId, query, options)
  if (page.data.length > 0 || page.meta.current_page <= page.meta.last_page) return page
  return listEmployees(client, projectId, { ...query, page: page.meta.last_page }, options)
}

/** Sorts a single page. Pages of several stay in the service's order, by id. */
function inOrder(page: EmployeePage, filters: PeopleFilters): EmployeePage {
  const order = toOrder(filters)
  if (page.meta.last_page > 1 || !order) return page
  return { ...page, data: sortPeople(page.data, { roster: page.data, ...order }) }
}

function toExactResponse(
  { data, meta, unreadable }: EmployeePage,
  total: number,
  roster: Roster,
): PeoplePage {
  const { current_page: page, last_page: pages, per_page } = meta
  const progress = toProgress(roster)
  // The page may contain more unreadable records than the part of the roster that is loaded so far.
  return {
    data: data.map(toShown),
    meta: {
      page,
      pages,
      per_page,
      total,
      counts: null,
      has_approved: null,
      as_of: null,
      similar: false,
      ...progress,
      unreadable: Math.max(unreadable, progress.unreadable),
    },
  }
}

function toResponse(roster: Roster, filters: PeopleFilters): { data: Employee[]; meta: PeoplePage['meta'] } {
  const { people: selected, counts, similar } = selectPeople(roster.employees, filters)
  // An employee with exactly this name may still be unread.
  const people = similar && !roster.complete ? [] : selected
  const { per_page } = filters
  const pages = Math.max(1, Math.ceil(people.length / per_page))
  const page = Math.min(filters.page, pages)
  return {
    data: people.slice((page - 1) * per_page, page * per_page),
    meta: {
      page,
      pages,
      per_page,
      total: people.length,
      counts: roster.complete ? counts : null,
      has_approved: roster.complete ? roster.employees.some(({ photo }) => photo.approved) : null,
      as_of: roster.asOf === null ? null : new Date(roster.asOf).toISOString(),
      similar: similar && roster.complete,
      ...toProgress(roster),
    },
  }
}

function toProgress({ loaded, total, complete, reading, unreadable }: Roster): RosterProgress {
  return { loaded, roster_total: total, complete, reading, unreadable }
}

/**
 * Lists all employees that match, in order, over all pages. Waits for a complete roster, because a partial "all" would
 * be wrong. A complete roster is not read again, so the result equals the table's count.
 */
export async function listPeopleIds(
  client: PortraitClient,
  projectId: number,
  filters: PeopleFilters,
): Promise<PeopleIds> {
  const { employees, complete } = peekRoster(client, projectId)
  const everybody = complete ? employees : await loadRoster(client, projectId, { lane: 'interactive' })
  const { people } = selectPeople(everybody, filters)
  return people.map(person => {
    const { id, first_name, last_name, email, mitarbeiternummer, photo } = person
    const uninvited = toGlossaryTerm(person) === 'uninvited'
    return { id, first_name, last_name, email, mitarbeiternummer, approved: photo.approved, uninvited }
  })
}
