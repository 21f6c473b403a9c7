'use client'

import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { forgetPeople, personKey, readPeopleAnew } from '#components/employee-data/people-cache.ts'
import { paths } from '#lib/address/paths.ts'
import { type Batch, batchResponse } from '#lib/batches/contract.ts'
import { isLastWord } from '#lib/errors.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import { isOver } from '#lib/jobs/is-over.ts'

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

/** Shows in the table what a batch has done since the last look at it. */
async function showBatch(
  queries: QueryClient,
  { before, now }: { before: Batch | undefined; now: Batch },
): Promise<void> {
  const known = new Set(listDone(before))
  const fresh = listDone(now).filter(id => !known.has(id))
  if (fresh.length === 0) return
  if (now.action === 'delete') return forgetPeople(queries, now.project_id, fresh)
  for (const id of fresh) void queries.invalidateQueries({ queryKey: personKey(id) })
  return readPeopleAnew(queries, now.project_id)
}

function listDone(batch: Batch | undefined): number[] {
  return (batch?.results ?? []).filter(({ outcome }) => outcome === 'done').map(result => result.employee_id)
}
