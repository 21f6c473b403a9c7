import { parsePeopleFilters } from '#lib/employees/people-filters.ts'
import { selectPeople } from '#lib/employees/select-people.ts'
import { DeskError } from '#lib/errors.ts'
import type { ExportFilters, Scope } from '#lib/exports/contract.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'

/** Whose photos; an earlier export has become what it held: `edited_at` by employee. */
export type PlanScope =
  | Exclude<Scope, { kind: 'since' }>
  | { kind: 'since'; editedAt: ReadonlyMap<number, string>; of?: Extract<Scope, { kind: 'since' }>['of'] }

/**
 * Everybody whose photo was asked for, ready or not, by id. A filter finds whom the employee table shows for it,
 * because both ask the same function.
 */
export function selectInScope(people: readonly Employee[], scope: Scope | PlanScope): Employee[] {
  return whom(people, scope).sort((a, b) => a.id - b.id)
}

function whom(people: readonly Employee[], scope: Scope | PlanScope): Employee[] {
  if (scope.kind === 'since' && scope.of) return whom(people, scope.of)
  if (scope.kind === 'filter') return filterPeople(people, scope.filters)
  if (scope.kind !== 'people') return [...people]
  const wanted = new Set(scope.employee_ids)
  return people.filter(({ id }) => wanted.has(id))
}

function filterPeople(
  people: readonly Employee[],
  { status, photo_ready, ...who }: ExportFilters,
): Employee[] {
  return selectPeople(people, { ...parsePeopleFilters({}), ...who, q: who.q ?? '' }).people.filter(
    employee => (status === undefined || employee.status === status) && (!photo_ready || isReady(employee)),
  )
}

/** The service's own `photo_ready`; whether the photo may be handed over, the plan decides and says. */
function isReady({ photo }: Employee): boolean {
  return photo.approved && (photo.standard_url !== null || photo.transparent_url !== null)
}

/** What an earlier export held, `edited_at` by employee; null when there is none that this person may see. */
type FindEarlier = (exportId: string) => Promise<ReadonlyMap<number, string> | null>

/** The scope with an earlier export looked up. Throws `not_found`. */
export async function resolveScope(scope: Scope, findEarlier: FindEarlier): Promise<PlanScope> {
  if (scope.kind !== 'since') return scope
  const editedAt = await findEarlier(scope.export_id)
  if (!editedAt) throw new DeskError('not_found')
  return { kind: 'since', editedAt, of: scope.of }
}
