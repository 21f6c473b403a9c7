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
import { keepPromises } from './awaited.ts'

const POLL_MS = 1000
/** A pause outlasts many polls. */
const POLL_PAUSED_MS = 2000

export type CardTexts = ReturnType<typeof useTranslations<'exports.card'>>

/** Follows one export to its end, also in a tab that nobody looks at. */
export function useExport(initial: Export) {
  const t = useTranslations('exports.card')
  return useQuery({
    queryKey: exportKey(initial.id),
    queryFn: async ({ signal }) => {
      const options = { signal, background: true }
      const { data } = await deskRequest(paths.api.export(initial.id), exportResponse, options)
      await keepPromises(data, sayEnd(data, t))
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

/** The end of an export in one sentence. */
export function sayEnd(job: Export, t: CardTexts): string {
  const { name: project } = job.project
  const ending = toEnding(job)
  if (ending === 'failed') return t('announceFailed', { project })
  if (ending === 'cancelled') return t('announceCancelled', { project })
  return job.done > 0 ? t('announceReady', { project }) : t(toEmptyReason(job))
}

/** Why an archive that is ready holds nobody. */
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

/** "Go on": the desk tries again now, and the next look tells what came of it. */
export function useResumeExport(id: string) {
  return useExportCommand(id, () =>
    deskRequest(paths.api.exportResume(id), exportResponse, { method: 'POST' }),
  )
}

/** The answer of a command is the newest that is known. Whether a pause is over it cannot say yet: that is asked for before the button is idle. */
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
