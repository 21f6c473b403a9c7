import type { PROJECT_STATUSES, Project } from '#lib/portrait-api/contract.ts'

const ORDER = [
  'active',
  'draft',
  'completed',
  'archived',
] as const satisfies (typeof PROJECT_STATUSES)[number][]

/** What needs work comes first; within a status, the nearest deadline. */
export function sortProjects(projects: Project[]): Project[] {
  return projects.toSorted(
    (a, b) =>
      ORDER.indexOf(a.status) - ORDER.indexOf(b.status) ||
      a.deadline.localeCompare(b.deadline) ||
      a.id - b.id,
  )
}
