import type { QueryClient } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { batchListResponse } from '#lib/batches/contract.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import { projectListResponse } from '#lib/portrait-api/contract.ts'
import { addRunningBatch } from './running-batches.ts'

/** Puts this user's running batches into the tab's dock, wherever they were started. Resolves to their number. */
export async function adoptOwnBatches(queries: QueryClient, signal: AbortSignal): Promise<number> {
  const { data } = await deskRequest(paths.api.batches(), batchListResponse, { signal, background: true })
  if (data.length === 0) return 0
  // Without project names when the service is away: that is when a person most wants to see them.
  const projects = await queries
    .fetchQuery({
      queryKey: ['projects'],
      queryFn: async () => (await deskRequest(paths.api.projects(), projectListResponse, { signal })).data,
    })
    .catch(() => [])
  for (const { id, project_id } of data) {
    const project = projects.find(known => known.id === project_id)
    addRunningBatch({ id, project: project?.name ?? String(project_id) })
  }
  return data.length
}
