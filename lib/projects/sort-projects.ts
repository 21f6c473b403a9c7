import type { Project } from '#lib/portrait-api/contract.ts'
import { type PROJECT_STATUSES, toKnownProjectStatus } from '#lib/portrait-api/terms.ts'

const ORDER = [
  'active',
  'draft',
  'completed',
  'archived',
] as const satisfies (typeof PROJECT_STATUSES)[number][]

/** Sorts projects that need or may need work first; within a status by nearest deadline, those without one last. */
export function sortProjects(projects: readonly Project[]): Project[] {
  return projects.toSorted(
    (a, b) =>
      toPlace(a) - toPlace(b) || (a.deadline ?? '9999').localeCompare(b.deadline ?? '9999') || a.id - b.id,
  )
}

function toPlace({ status }: Project): number {
  return ORDER.indexOf(toKnownProjectStatus(status) ?? 'active')
}

/** True when the project needs no more work. */
export function isFinished({ status }: Project): boolean {
  const known = toKnownProjectStatus(status)
  return known === 'completed' || known === 'archived'
}
