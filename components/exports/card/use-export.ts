'use client'

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { DeskError } from '#lib/errors.ts'
import { type Export, type ExportState, exportAnswer } from '#lib/exports/contract.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import { paths } from '#lib/paths.ts'
import { deliverOnce } from './running-exports.ts'
import { tellReady } from './tell-ready.ts'

const POLL_MS = 1000
/** A pause lasts longer than a look at it. */
const POLL_PAUSED_MS = 2000

/** Follows one export to its end, also in a tab that nobody looks at, and hands over the archive when it is ready. */
export function useExport(id: string, initial?: Export) {
  const t = useTranslations('exports.card')
  return useQuery({
    ...exportQuery(id),
    queryFn: async ({ signal }) => {
      const data = await readExport(id, signal)
      const delivered = data.state === 'ready' && data.done > 0 ? deliverOnce(id) : null
      if (delivered?.notify) tellReady(id, t('announceReady', { project: delivered.project }))
      return data
    },
    ...(initial && { initialData: initial }),
    refetchInterval: ({ state: { data, error } }) => {
      if (isLastWord(error) || (data && isOver(data.state))) return false
      return data?.state === 'paused' ? POLL_PAUSED_MS : POLL_MS
    },
    refetchIntervalInBackground: true,
  })
}

/** What is known of an export; asks only when nothing is. */
export function exportQuery(id: string) {
  return queryOptions({
    queryKey: ['export', id],
    queryFn: ({ signal }) => readExport(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useCancelExport(id: string) {
  const queries = useQueryClient()
  const { queryKey } = exportQuery(id)
  return useMutation({
    mutationFn: () => deskRequest(paths.api.export(id), exportAnswer, { method: 'DELETE' }),
    onSuccess: async ({ data }) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, data)
    },
  })
}

/** "Go on": the desk tries again now, and the next look tells what came of it. */
export function useResumeExport(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => deskRequest(paths.api.exportResume(id), exportAnswer, { method: 'POST' }),
    onSuccess: () => queries.refetchQueries({ queryKey: exportQuery(id).queryKey }),
  })
}

export function isOver(state: ExportState): boolean {
  return state !== 'preparing' && state !== 'paused'
}

async function readExport(id: string, signal: AbortSignal): Promise<Export> {
  return (await deskRequest(paths.api.export(id), exportAnswer, { signal })).data
}

/** A desk that cannot be reached may come back; any other error is the desk's last word. */
function isLastWord(error: Error | null): boolean {
  return error instanceof DeskError && error.code !== 'desk_unreachable'
}
