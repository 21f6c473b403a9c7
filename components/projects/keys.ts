import type { ProjectStatusCounts } from '#lib/projects/contract.ts'

export function statusCountsKey({ archived }: { archived: boolean }) {
  return ['status-counts', { archived }] as const
}

/** Prefix of every `projectTasksKey`, for all counts. */
export const PROJECT_TASKS_KEY = ['project-tasks'] as const

/**
 * Key of the tasks. It changes when more projects are counted or the count is complete, so the tasks are read again.
 */
export function projectTasksKey({ counts, complete }: ProjectStatusCounts) {
  return [...PROJECT_TASKS_KEY, Object.keys(counts).length, complete] as const
}
