'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'

/** Whether the server knew of any when it drew the page. */
export type OwnBatches = 'none' | 'some' | 'not-allowed'

/**
 * Brings what this person began in another tab, in another browser or before a reload into the dock: at once when the
 * server knew of something, and whenever the person comes back to this tab. The code for it comes only then.
 */
export function useOwnBatches(own: OwnBatches): void {
  const queries = useQueryClient()
  useQuery({
    queryKey: ['batches', 'own'],
    queryFn: async ({ signal }) => (await import('./adopt-own-batches.ts')).adoptOwnBatches(queries, signal),
    enabled: own !== 'not-allowed',
    staleTime: Number.POSITIVE_INFINITY,
    ...(own === 'none' && { initialData: 0 }),
    refetchOnWindowFocus: 'always',
  })
}
