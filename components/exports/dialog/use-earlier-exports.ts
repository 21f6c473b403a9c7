'use client'

import { useQuery } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { exportListResponse } from '#lib/exports/contract.ts'
import { deskRequest } from '#lib/http/desk-request.ts'

/** What this project's photos were downloaded for before, newest first: only exports that came to a good end. */
export function useEarlierExports(projectId: number) {
  return useQuery({
    queryKey: ['earlier-exports', projectId],
    queryFn: ({ signal }) =>
      deskRequest(paths.api.exports({ project_id: projectId }), exportListResponse, { signal }),
    select: ({ data }) =>
      data.filter(({ state, done }) => (state === 'ready' || state === 'expired') && done > 0),
    staleTime: 0,
  })
}
