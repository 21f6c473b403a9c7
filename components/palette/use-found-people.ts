'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useConnection } from '#components/page/connection-provider.tsx'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { type FoundEverywhere, foundEverywhereResponse } from '#lib/projects/contract.ts'
import { PROJECT_SEARCH_MAX } from '#lib/projects/project-filters.ts'

/** One letter is in everybody's name. */
const LETTERS_MIN = 2
const POLL_MS = 1_000
const AFTER_FAILURE_MS = 5_000

type FoundPeople = {
  /** Null while nothing is known. */
  found: FoundEverywhere | null
  /** Whether that is about these words, and not about those of before. */
  isAnswered: boolean
  /** Why these words could not be searched for. */
  error: Error | null
}

/**
 * Who in any project is called like this. While the desk still reads projects for it, and where some of it went wrong, it is
 * asked again; closing the search or emptying it ends that. Null when nothing is searched for.
 */
export function useFoundPeople(query: string): FoundPeople | null {
  const { connected } = useConnection()
  const wanted = query.trim()
  const q = useDeferredValue(wanted)
  const enabled = connected && q.length >= LETTERS_MIN && q.length <= PROJECT_SEARCH_MAX
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['found-people', q],
    // Asked again and again, it would keep a session alive in which nobody is there; whoever types shows that otherwise.
    queryFn: ({ signal }) =>
      deskRequest(paths.api.foundPeople(q), foundEverywhereResponse, { signal, background: true }),
    enabled,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data, error } }) => {
      if (error) return AFTER_FAILURE_MS
      if (data?.meta.complete === false) return POLL_MS
      return data && data.meta.failed > 0 ? AFTER_FAILURE_MS : false
    },
  })
  if (!enabled) return null
  const isAnswered = q === wanted && !isPlaceholderData && (data !== undefined || error !== null)
  return { found: data ?? null, isAnswered, error }
}
