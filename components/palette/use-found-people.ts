'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useConnection } from '#components/page/connection-provider.tsx'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import type { FoundEverywhere } from '#lib/projects/contract.ts'
import { PROJECT_SEARCH_MAX } from '#lib/projects/project-filters.ts'

/** One letter is in everybody's name. */
const LETTERS_MIN = 2
const POLL_MS = 1_000

const loadResponse = async () => (await import('#lib/projects/contract.ts')).foundEverywhereResponse

/**
 * Who in any project is called like this. While the desk still reads projects for it, it is asked again; closing the search
 * or emptying it ends that. Null when nothing is searched for.
 */
export function useFoundPeople(query: string): FoundEverywhere | null {
  const { connected } = useConnection()
  const q = useDeferredValue(query.trim())
  const enabled = connected && q.length >= LETTERS_MIN && q.length <= PROJECT_SEARCH_MAX
  const { data } = useQuery({
    queryKey: ['found-people', q],
    queryFn: ({ signal }) => deskRequest(paths.api.foundPeople(q), loadResponse, { signal }),
    enabled,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.meta.complete === false ? POLL_MS : false),
  })
  return (enabled && data) || null
}
