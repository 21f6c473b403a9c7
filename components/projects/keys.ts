import type { ProjectStatusCounts } from '#lib/projects/contract.ts'

export function statusCountsKey({ archived }: { archived: boolean }) {
  return ['status-counts', { archived }] as const
}

/** What there is to do is asked again when people are known who were not, or are counted anew. */
export function projectTasksKey({ counts, complete }: ProjectStatusCounts) {
  return ['project-tasks', Object.keys(counts).length, complete] as const
}
