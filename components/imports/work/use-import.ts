'use client'

import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lookAgain, noteWork } from '#components/jobs/work.ts'
import { paths } from '#lib/address/paths.ts'
import { type Import, type ImportStart, importResponse } from '#lib/contracts/imports.ts'
import { deskCommand, deskRequest } from '#lib/desk-api/desk-request.ts'

const POLL_MS = 1000
/** A pause outlasts many polls. */
const POLL_PAUSED_MS = 3000

/** How far an import is, without its rows; follows it while it is being sent, also in a tab that nobody looks at. */
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

/** Its page shows how far it is; the header follows it too, for who goes on from there. */
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

/** Stops sending between two chunks. What was sent stays sent. */
export function useCancelImport(id: string) {
  return useImportCommand(id, () =>
    deskRequest(paths.api.import(id, { rows: false }), importResponse, { method: 'DELETE' }),
  )
}

/** Throws a draft away, with everything that was in it; nothing that has begun to be sent since. */
export async function discardDraft(id: string): Promise<void> {
  await deskCommand(paths.api.importDraft(id), { method: 'DELETE' })
}

/** Whether the desk has nothing to do for it. Of a cancelled one, the last call may still be on its way. */
export function isAtRest({ state, counts }: Import): boolean {
  if (state === 'sending' || state === 'paused') return false
  return state === 'draft' || counts.waiting === 0
}

/** An end that was heard of elsewhere is shown on its page too. */
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

/** The answer of a command is the newest that is known: a look that was under way must not replace it. */
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
