import { parsePeopleFilters } from '#lib/employees/people-filters.ts'
import { selectPeople } from '#lib/employees/select-people.ts'
import { DeskError } from '#lib/errors.ts'
import type { ExportFilters, Scope } from '#lib/exports/contract.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { GivenPhoto } from '#lib/store/given-photos.ts'

/**
 * Whose photos; an earlier export has become what the system had got after it, by employee. `exactly`: whose name is merely spelt like what was
 * searched for, while nobody fits that, is not meant. In a table somebody looks at who was found; at a standing order nobody does.
 */
export type PlanScope = (
  | Exclude<Scope, { kind: 'since' }>
  | { kind: 'since'; given: ReadonlyMap<number, GivenPhoto>; of?: Extract<Scope, { kind: 'since' }>['of'] }
) & { exactly?: boolean }

/**
 * Everybody whose photo was asked for, ready or not, by id. A filter finds whom the employee table shows for it,
 * because both ask the same function.
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

/** The service's own `photo_ready`; whether the photo may be handed over, the plan decides and says. */
function isReady({ photo }: Employee): boolean {
  return photo.approved && (photo.standard_url !== null || photo.transparent_url !== null)
}

/** What a system had got after an earlier export, by employee; null when there is none that this person may see. */
type FindEarlier = (exportId: string) => Promise<ReadonlyMap<number, GivenPhoto> | null>

/** The scope with an earlier export looked up. Throws `not_found`. */
export async function resolveScope(scope: Scope, findEarlier: FindEarlier): Promise<PlanScope> {
  if (scope.kind !== 'since') return scope
  const given = await findEarlier(scope.export_id)
  if (!given) throw new DeskError('not_found')
  return { kind: 'since', given, of: scope.of }
}
