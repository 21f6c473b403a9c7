'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { type ProjectTasks, projectTasksResponse } from '#lib/overview/contract.ts'
import type { ProjectStatusCounts } from '#lib/projects/contract.ts'
import { projectTasksKey } from './keys.ts'

/** An answer that came with the page is not requested again at once; returning to the page requests it. */
const KEPT_MS = 2_000
/** Downloads become ready and are taken, also in another tab or by another account. */
const POLL_MS = 10_000

/** Tasks of all projects: as they came with the page, and again when more employees are known or counted. */
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
