'use client'

import { useQuery } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { exportListResponse } from '#lib/exports/contract.ts'
import { deskRequest } from '#lib/http/desk-request.ts'

/** What this project's photos were downloaded for before, newest first. What lies ready and was never taken has reached nobody. */
export function useEarlierExports(projectId: number) {
  return useQuery({
    queryKey: ['earlier-exports', projectId],
    queryFn: ({ signal }) =>
      deskRequest(paths.api.exports({ project_id: projectId }), exportListResponse, { signal }),
    select: ({ data }) => data.filter(({ done, downloaded_at }) => done > 0 && downloaded_at !== null),
    staleTime: 0,
  })
}
