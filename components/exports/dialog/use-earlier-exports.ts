'use client'

import { queryOptions, useQuery } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { exportListResponse } from '#lib/exports/contract.ts'

/** Returns all earlier exports of this project, newest first, including failed ones. */
export function useAskedExports(projectId: number) {
  return useQuery({ ...ofProject(projectId), select: ({ data }) => data })
}

/**
 * Returns earlier exports whose archive was downloaded. An archive that was never downloaded has reached no system.
 */
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
