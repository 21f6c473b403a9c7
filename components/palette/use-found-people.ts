'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useConnection } from '#components/page/connection-provider.tsx'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { type FoundEverywhere, foundEverywhereResponse } from '#lib/projects/contract.ts'
import { PROJECT_SEARCH_MAX } from '#lib/projects/project-filters.ts'

/** A single letter matches almost every name. */
const LETTERS_MIN = 2
const POLL_MS = 1_000
const AFTER_FAILURE_MS = 5_000

type FoundPeople = {
  /** Null before the first answer. */
  found: FoundEverywhere | null
  /** True when the answer is about these words, and not about earlier ones. */
  isAnswered: boolean
  /** Reason why the search failed. */
  error: Error | null
}

/**
 * Finds employees by name in all projects. While the desk is still loading projects for it, or after a partial
 * failure, the search is polled; closing or emptying it stops that. Null without a search text.
 */
export function useFoundPeople(query: string): FoundPeople | null {
  const { connected } = useConnection()
  const wanted = query.trim()
  const q = useDeferredValue(wanted)
  const enabled = connected && q.length >= LETTERS_MIN && q.length <= PROJECT_SEARCH_MAX
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['found-people', q],
    // Polls would keep an unattended session alive; typing counts as activity anyway.
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
