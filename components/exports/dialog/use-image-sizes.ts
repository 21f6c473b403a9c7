'use client'

import { useQuery } from '@tanstack/react-query'
import { toStoredName } from '#components/page/stored.ts'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { imageSizeListResponse } from '#lib/portrait-api/contract.ts'
import { WAITS_ITS_TURN } from './waits-its-turn.ts'

/** The desk itself caches the sizes for this long. */
const FRESH_MS = 2 * 60_000

const COUNT_NAME = toStoredName('image-sizes')

/**
 * Reads the sizes that the service's operator has configured for this company. They rarely change, but may at any
 * time.
 */
export function useImageSizes() {
  return useQuery({
    queryKey: ['image-sizes'],
    queryFn: async ({ signal }) => {
      const answer = await deskRequest(paths.api.imageSizes(), imageSizeListResponse, { signal })
      rememberCount(answer.data.length)
      return answer
    },
    select: ({ data }) => data,
    ...WAITS_ITS_TURN,
    staleTime: FRESH_MS,
  })
}

/** Returns the number of sizes that this browser last received: that much room is reserved while they load. */
export function countSizesBefore(): number {
  return Number(localStorage.getItem(COUNT_NAME) ?? 0)
}

function rememberCount(count: number): void {
  try {
    localStorage.setItem(COUNT_NAME, String(count))
  } catch {
    // A browser without storage only reserves no room.
  }
}
