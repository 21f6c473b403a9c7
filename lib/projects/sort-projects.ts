import type { Project } from '#lib/portrait-api/contract.ts'
import { type PROJECT_STATUSES, toKnownProjectStatus } from '#lib/portrait-api/terms.ts'

const ORDER = [
  'active',
  'draft',
  'completed',
  'archived',
] as const satisfies (typeof PROJECT_STATUSES)[number][]

/** What needs work comes first, and what may need it; within a status, the nearest deadline, and none comes last. */
export function sortProjects(projects: readonly Project[]): Project[] {
  return projects.toSorted(
    (a, b) =>
      toPlace(a) - toPlace(b) || (a.deadline ?? '9999').localeCompare(b.deadline ?? '9999') || a.id - b.id,
  )
}

function toPlace({ status }: Project): number {
  return ORDER.indexOf(toKnownProjectStatus(status) ?? 'active')
}

/** Whether nothing is to be done in it any more. */
export function isFinished({ status }: Project): boolean {
  const known = toKnownProjectStatus(status)
  return known === 'completed' || known === 'archived'
}
