'use client'

import { useQuery } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import type { ProjectTasks } from '#lib/overview/contract.ts'

const KEPT_MS = 30_000

const loadResponse = async () => (await import('#lib/overview/contract.ts')).projectTasksResponse

type Counts = {
  /** Projects whose numbers are shown, however old they are. */
  counted: number
  /** No number is too old, or still missing. */
  complete: boolean
}

/** What there is to do: as it came with the page, and again when people are known who were not, or anew. */
export function useProjectTasks(initial: ProjectTasks, { counted, complete }: Counts): ProjectTasks {
  const { data } = useQuery({
    queryKey: ['project-tasks', counted, complete],
    queryFn: async ({ signal }) =>
      (await deskRequest(paths.api.projectTasks(), loadResponse, { signal, background: true })).data,
    placeholderData: before => before ?? initial,
    staleTime: KEPT_MS,
  })
  return data ?? initial
}
