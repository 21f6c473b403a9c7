'use client'

import { useQueries } from '@tanstack/react-query'
import type { Export, ExportFilters, Scope } from '#lib/exports/contract.ts'
import type { ExportFormValues } from './export-request.ts'
import type { ExportSubject } from './export-subject.ts'
import { useEarlierExports } from './use-earlier-exports.ts'
import { exportPlanQuery } from './use-export-plan.ts'

/** How many photos it is; null until that is known. */
type CountedScope = { scope: Scope; count: number | null }

/** Whose photos may be asked for here, each with how many that would be in the chosen variant. */
export function useScopes(
  { project, filters = {}, people = [] }: ExportSubject,
  { scope: chosen, variant }: ExportFormValues,
): { scopes: CountedScope[]; earlier: Export[] } {
  const { data: earlier = [] } = useEarlierExports(project.id)
  const offered = listScopes({ filters, people, chosen, latest: earlier[0] })
  const counts = useQueries({
    queries: offered.map(scope => exportPlanQuery({ project_id: project.id, scope, variant })),
  })
  const scopes = offered.map((scope, index) => ({ scope, count: counts[index]?.data?.people ?? null }))
  return { scopes, earlier }
}

type Offer = {
  filters: ExportFilters
  people: readonly number[]
  chosen: Scope
  latest: Export | undefined
}

function listScopes({ filters, people, chosen, latest }: Offer): Scope[] {
  const scopes: Scope[] = [{ kind: 'approved' }]
  if (Object.values(filters).some(Boolean)) scopes.push({ kind: 'filter', filters })
  if (people.length > 0) scopes.push({ kind: 'people', employee_ids: [...people] })
  if (chosen.kind === 'since') scopes.push(chosen)
  else if (latest) scopes.push({ kind: 'since', export_id: latest.id })
  return scopes
}
