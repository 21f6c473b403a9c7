'use client'

import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lookAgain, noteWork } from '#components/jobs/work.ts'
import { paths } from '#lib/address/paths.ts'
import { type Import, type ImportStart, importResponse } from '#lib/contracts/imports.ts'
import { deskCommand, deskRequest } from '#lib/desk-api/desk-request.ts'

const POLL_MS = 1000
/** A pause outlasts many polls. */
const POLL_PAUSED_MS = 3000

/** Reads the state of an import, without its rows; polls it while it is being sent, also in a hidden tab. */
export function useImport(initial: Import) {
  return useQuery({
    ...importQuery(initial.id),
    initialData: initial,
    enabled: initial.mine,
    refetchInterval: ({ state: { data } }) => {
      if (!data || isAtRest(data)) return false
      return data.state === 'paused' ? POLL_PAUSED_MS : POLL_MS
    },
    refetchIntervalInBackground: true,
  })
}

/** Starts an import. Its page shows the progress, and the header shows it too, for users who leave that page. */
export function useStartImport(id: string) {
  return useImportCommand(
    id,
    (body: ImportStart) => deskRequest(paths.api.importStart(id), importResponse, { method: 'POST', body }),
    (queries, job) => noteWork(queries, { kind: 'import', job }),
  )
}

export function usePauseImport(id: string) {
  return useImportCommand(id, () =>
    deskRequest(paths.api.importPause(id), importResponse, { method: 'POST' }),
  )
}

export function useResumeImport(id: string) {
  return useImportCommand(id, () =>
    deskRequest(paths.api.importResume(id), importResponse, { method: 'POST' }),
  )
}

/** Stops sending between two chunks. Rows already sent stay sent. */
export function useCancelImport(id: string) {
  return useImportCommand(id, () =>
    deskRequest(paths.api.import(id, { rows: false }), importResponse, { method: 'DELETE' }),
  )
}

/** Deletes a draft with its content; fails if sending has started since. */
export async function discardDraft(id: string): Promise<void> {
  await deskCommand(paths.api.importDraft(id), { method: 'DELETE' })
}

/** True when the desk has no work left for the import. The last call of a cancelled one may still be in flight. */
export function isAtRest({ state, counts }: Import): boolean {
  if (state === 'sending' || state === 'paused') return false
  return state === 'draft' || counts.waiting === 0
}

/** Shows on the import's page an end that was received elsewhere. */
export function showImport(queries: QueryClient, job: Import): void {
  queries.setQueryData(importQuery(job.id).queryKey, job)
}

function importQuery(id: string) {
  return queryOptions({
    queryKey: ['import', id],
    queryFn: async ({ signal }) =>
      (await deskRequest(paths.api.import(id, { rows: false }), importResponse, { signal, background: true }))
        .data,
  })
}

/** Stores the answer of a command, which is the newest state: a poll in flight must not replace it. */
function useImportCommand<Input>(
  id: string,
  send: (input: Input) => Promise<{ data: Import }>,
  tell: (queries: QueryClient, job: Import) => Promise<void> = lookAgain,
) {
  const queries = useQueryClient()
  const { queryKey } = importQuery(id)
  return useMutation({
    mutationFn: send,
    onSuccess: async ({ data }) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, data)
      void tell(queries, data)
    },
  })
}
