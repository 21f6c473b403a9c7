'use client'

import { useQuery } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { exportTargetListResponse } from '#lib/exports/contract.ts'
import { deskRequest } from '#lib/http/desk-request.ts'

/** The systems that the desk prepares photos for. They change only when the desk is started anew. */
export function useTargets() {
  return useQuery({
    queryKey: ['export-targets'],
    queryFn: ({ signal }) => deskRequest(paths.api.exportTargets(), exportTargetListResponse, { signal }),
    select: ({ data }) => data,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
