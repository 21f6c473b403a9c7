import type { Employee } from '#lib/portrait-api/contract.ts'
import type { ExportFilters } from './contract.ts'
import type { PlanScope } from './plan.ts'

/** Tells of each person whether their photo was asked for, ready or not. */
export function scopeTest(scope: PlanScope): (employee: Employee) => boolean {
  if (scope.kind === 'filter') return employee => matches(employee, scope.filters)
  if (scope.kind !== 'people') return () => true
  const wanted = new Set(scope.employee_ids)
  return ({ id }) => wanted.has(id)
}

/** The service's own filters (specification section 4), applied to people who are known already. */
function matches(
  { status, mitarbeiternummer, photo }: Employee,
  { status: wanted, mitarbeiternummer: number, photo_ready }: ExportFilters,
): boolean {
  if (wanted !== undefined && status !== wanted) return false
  if (number !== undefined && mitarbeiternummer !== number) return false
  const ready = photo.approved && (photo.standard_url !== null || photo.transparent_url !== null)
  return photo_ready === undefined || ready
}
