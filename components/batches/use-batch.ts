'use client'

import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { forgetPeople, personKey, readPeopleAnew } from '#components/employee-data/people-cache.ts'
import { lookAgain } from '#components/jobs/work.ts'
import { paths } from '#lib/address/paths.ts'
import { type Batch, batchResponse } from '#lib/batches/contract.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'

/** Query of a finished batch with all its employees. */
export function batchQuery(id: string) {
  return queryOptions({
    queryKey: ['batch', id],
    queryFn: async ({ signal }) => (await deskRequest(paths.api.batch(id), batchResponse, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useCancelBatch(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => deskRequest(paths.api.batch(id), batchResponse, { method: 'DELETE' }),
    onSuccess: () => lookAgain(queries),
  })
}

/** Updates the table and all counts after a batch. Resolves to the ids of the changed employees. */
export async function showBatch(queries: QueryClient, { id, action, project_id }: Batch): Promise<number[]> {
  const { results } = await queries.fetchQuery(batchQuery(id))
  const done = results.filter(({ outcome }) => outcome === 'done').map(({ employee_id }) => employee_id)
  if (action === 'delete') await forgetPeople(queries, project_id, done)
  else await readPeopleAnew(queries, project_id)
  for (const employeeId of done) void queries.invalidateQueries({ queryKey: personKey(employeeId) })
  return done
}
