'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { type ProjectTasks, projectTasksResponse } from '#lib/overview/contract.ts'
import type { ProjectStatusCounts } from '#lib/projects/contract.ts'
import { projectTasksKey } from './keys.ts'

/** What came with the page is not asked for again at once; whoever comes back to it asks, whatever they did meanwhile. */
const KEPT_MS = 2_000
/** A download that was begun becomes ready, and is taken: also in another tab, and of another account. */
const POLL_MS = 10_000

/** What there is to do: as it came with the page, and again when people are known who were not, or anew. */
export function useProjectTasks(counted: ProjectStatusCounts): ProjectTasks {
  const { data = {} } = useQuery({
    queryKey: projectTasksKey(counted),
    queryFn: async ({ signal }) =>
      (await deskRequest(paths.api.projectTasks(), projectTasksResponse, { signal, background: true })).data,
    placeholderData: keepPreviousData,
    staleTime: KEPT_MS,
    refetchInterval: ({ state: { data } }) => (hasDownload(data) ? POLL_MS : false),
  })
  return data
}

function hasDownload(tasks: ProjectTasks = {}): boolean {
  return Object.values(tasks).some(list => list.some(({ download }) => download !== null))
}
