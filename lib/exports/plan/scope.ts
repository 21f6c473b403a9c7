import { parsePeopleFilters } from '#lib/employees/people-filters.ts'
import { selectPeople } from '#lib/employees/select-people.ts'
import { DeskError } from '#lib/errors.ts'
import type { ExportFilters, Scope } from '#lib/exports/contract.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { GivenPhoto } from '#lib/store/given-photos.ts'

/**
 * Selects employees; an earlier export is resolved to the photos that the system had after it, by employee. `exactly`
 * excludes names that are only spelt similarly when no name matches the search. In a table a user checks the matches; a
 * standing order has no such check.
 */
export type PlanScope = (
  | Exclude<Scope, { kind: 'since' }>
  | { kind: 'since'; given: ReadonlyMap<number, GivenPhoto>; of?: Extract<Scope, { kind: 'since' }>['of'] }
) & { exactly?: boolean }

/**
 * Selects all requested employees, ready or not, by id. A filter matches the employee table, because both use the same
 * function.
 */
export function selectInScope(people: readonly Employee[], scope: Scope | PlanScope): Employee[] {
  return whom(people, scope).sort((a, b) => a.id - b.id)
}

function whom(people: readonly Employee[], scope: Scope | PlanScope): Employee[] {
  if (scope.kind === 'since' && scope.of) return whom(people, scope.of)
  if (scope.kind === 'filter') {
    const { found, similar } = filterPeople(people, scope.filters)
    return similar && 'exactly' in scope && scope.exactly ? [] : found
  }
  if (scope.kind !== 'people') return [...people]
  const wanted = new Set(scope.employee_ids)
  return people.filter(({ id }) => wanted.has(id))
}

function filterPeople(
  people: readonly Employee[],
  { status, photo_ready, ...who }: ExportFilters,
): { found: Employee[]; similar: boolean } {
  const { people: selected, similar } = selectPeople(people, {
    ...parsePeopleFilters({}),
    ...who,
    q: who.q ?? '',
  })
  const found = selected.filter(
    employee => (status === undefined || employee.status === status) && (!photo_ready || isReady(employee)),
  )
  return { found, similar }
}

/** The service's own `photo_ready`; the plan decides whether the photo may be delivered, and reports it. */
function isReady({ photo }: Employee): boolean {
  return photo.approved && (photo.standard_url !== null || photo.transparent_url !== null)
}

/**
 * Finds the photos a system had after an earlier export, by employee. Null when no export visible to this account has
 * that id.
 */
type FindEarlier = (exportId: string) => Promise<ReadonlyMap<number, GivenPhoto> | null>

/** Resolves an earlier export in the scope. Throws `not_found`. */
export async function resolveScope(scope: Scope, findEarlier: FindEarlier): Promise<PlanScope> {
  if (scope.kind !== 'since') return scope
  const given = await findEarlier(scope.export_id)
  if (!given) throw new DeskError('not_found')
  return { kind: 'since', given, of: scope.of }
}
