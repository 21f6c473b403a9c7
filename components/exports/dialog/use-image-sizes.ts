'use client'

import { useQuery } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import { imageSizeListResponse } from '#lib/portrait-api/contract.ts'
import { WAITS_ITS_TURN } from './waits-its-turn.ts'

/** As long as the desk itself trusts them. */
const FRESH_MS = 2 * 60_000

/** The sizes that the service's operator has configured for this company. They rarely change, but may at any time. */
export function useImageSizes() {
  return useQuery({
    queryKey: ['image-sizes'],
    queryFn: ({ signal }) => deskRequest(paths.api.imageSizes(), imageSizeListResponse, { signal }),
    select: ({ data }) => data,
    ...WAITS_ITS_TURN,
    staleTime: FRESH_MS,
  })
}
