import type { ProjectStatusCounts } from '#lib/projects/contract.ts'

export function statusCountsKey({ archived }: { archived: boolean }) {
  return ['status-counts', { archived }] as const
}

/** What there is to do, whoever is counted: what every key of `projectTasksKey` begins with. */
export const PROJECT_TASKS_KEY = ['project-tasks'] as const

/** What there is to do is asked again when people are known who were not, or are counted anew. */
export function projectTasksKey({ counts, complete }: ProjectStatusCounts) {
  return [...PROJECT_TASKS_KEY, Object.keys(counts).length, complete] as const
}
