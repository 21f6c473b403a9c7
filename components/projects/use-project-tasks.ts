'use client'

import { useQuery } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import type { ProjectTasks } from '#lib/overview/contract.ts'

const KEPT_MS = 30_000

const loadResponse = async () => (await import('#lib/overview/contract.ts')).projectTasksResponse

/** What there is to do: as it came with the page, and again when more people are known (`counted`). */
export function useProjectTasks(initial: ProjectTasks, { counted }: { counted: number }): ProjectTasks {
  const { data } = useQuery({
    queryKey: ['project-tasks', counted],
    queryFn: async ({ signal }) =>
      (await deskRequest(paths.api.projectTasks(), loadResponse, { signal, background: true })).data,
    placeholderData: before => before ?? initial,
    staleTime: KEPT_MS,
  })
  return data ?? initial
}
