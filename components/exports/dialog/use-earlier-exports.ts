'use client'

import { queryOptions, useQuery } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { exportListResponse } from '#lib/exports/contract.ts'

/** What this project's photos were asked for before, newest first, whatever came of it. */
export function useAskedExports(projectId: number) {
  return useQuery({ ...ofProject(projectId), select: ({ data }) => data })
}

/** What they were downloaded for. What lies ready and was never taken has reached nobody. */
export function useEarlierExports(projectId: number) {
  return useQuery({
    ...ofProject(projectId),
    select: ({ data }) => data.filter(({ done, downloaded_at }) => done > 0 && downloaded_at !== null),
  })
}

function ofProject(projectId: number) {
  return queryOptions({
    queryKey: ['earlier-exports', projectId],
    queryFn: ({ signal }) =>
      deskRequest(paths.api.exports({ project_id: projectId }), exportListResponse, { signal }),
    staleTime: 0,
  })
}
