'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { toNextTry } from '#components/jobs/next-try.ts'
import { lookAgain } from '#components/jobs/work.ts'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { type Export, exportResponse } from '#lib/exports/contract.ts'
import { toEnding } from '#lib/exports/ending.ts'
import { isHeldBackCode } from '#lib/exports/problems.ts'
import { isFinished } from '#lib/jobs/is-finished.ts'
import { keepPromises } from './pending-downloads.ts'

const POLL_MS = 1000
/** A pause outlasts many polls. */
const POLL_PAUSED_MS = 2000

export type CardTexts = ReturnType<typeof useTranslations<'exports.card'>>

/** Follows one export to its end, also in a hidden tab. */
export function useExport(initial: Export) {
  const t = useTranslations('exports.card')
  return useQuery({
    queryKey: exportKey(initial.id),
    queryFn: async ({ signal }) => {
      const options = { signal, background: true }
      const { data } = await deskRequest(paths.api.export(initial.id), exportResponse, options)
      keepPromises(data, formatEnd(data, t))
      return data
    },
    initialData: initial,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => {
      const { data } = state
      if (data && isFinished(data)) return false
      if (state.error) return toNextTry(state)
      return data?.state === 'paused' ? POLL_PAUSED_MS : POLL_MS
    },
    refetchIntervalInBackground: true,
  })
}

/** Returns the end of an export as one sentence. */
export function formatEnd(job: Export, t: CardTexts): string {
  const { name: project } = job.project
  const ending = toEnding(job)
  if (ending === 'failed') return t('announceFailed', { project })
  if (ending === 'cancelled') return t('announceCancelled', { project })
  return job.done > 0 ? t('announceReady', { project }) : t(toEmptyReason(job))
}

/** Returns the reason why a ready archive is empty. */
export function toEmptyReason({ request, problems }: Pick<Export, 'request' | 'problems'>) {
  if (problems.some(({ code }) => isHeldBackCode(code))) return 'heldBack'
  return request.scope.kind === 'since' ? 'nothingNew' : 'nobody'
}

export function exportKey(id: string) {
  return ['export', id] as const
}

export function useCancelExport(id: string) {
  return useExportCommand(id, () => deskRequest(paths.api.export(id), exportResponse, { method: 'DELETE' }))
}

/** "Continue": the desk retries now, and the next poll shows the result. */
export function useResumeExport(id: string) {
  return useExportCommand(id, () =>
    deskRequest(paths.api.exportResume(id), exportResponse, { method: 'POST' }),
  )
}

/**
 * Stores the answer of a command, which is the newest state. It cannot show yet whether the pause is over, so the
 * export is read again before the button is idle.
 */
function useExportCommand(id: string, send: () => Promise<{ data: Export }>) {
  const queries = useQueryClient()
  const queryKey = exportKey(id)
  return useMutation({
    mutationFn: send,
    onSuccess: async ({ data }) => {
      await queries.cancelQueries({ queryKey, exact: true })
      queries.setQueryData(queryKey, data)
      await Promise.all([lookAgain(queries), queries.invalidateQueries({ queryKey, exact: true })])
    },
  })
}
