'use client'

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { type Batch, batchResponse } from '#lib/batches/contract.ts'
import { isLastWord } from '#lib/errors.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import { isOver } from '#lib/jobs/is-over.ts'
import { showBatch } from './show-batch.ts'

const POLL_MS = 1000

/** Follows one change to many to its end; what has been done is seen in the table at once. */
export function useBatch(id: string) {
  const queries = useQueryClient()
  const { queryKey } = batchQuery(id)
  return useQuery({
    ...batchQuery(id),
    queryFn: async ({ signal }) => {
      const { data } = await deskRequest(paths.api.batch(id), batchResponse, { signal, background: true })
      await showBatch(queries, { before: queries.getQueryData(queryKey), now: data })
      return data
    },
    refetchInterval: ({ state: { data, error } }) =>
      isLastWord(error) || (data && isOver(data)) ? false : POLL_MS,
    refetchIntervalInBackground: true,
  })
}

export function useCancelBatch(id: string) {
  const queries = useQueryClient()
  const { queryKey } = batchQuery(id)
  return useMutation({
    mutationFn: () => deskRequest(paths.api.batch(id), batchResponse, { method: 'DELETE' }),
    onSuccess: async ({ data }) => {
      await queries.cancelQueries({ queryKey })
      await showBatch(queries, { before: queries.getQueryData(queryKey), now: data })
      queries.setQueryData(queryKey, data)
    },
  })
}

function batchQuery(id: string) {
  return queryOptions<Batch>({ queryKey: ['batch', id], staleTime: Number.POSITIVE_INFINITY })
}
