'use client'

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { paths } from '#lib/address/paths.ts'
import { isLastWord } from '#lib/errors.ts'
import { type Export, exportResponse } from '#lib/exports/contract.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import { isOver } from '#lib/jobs/is-over.ts'
import { deliverOnce } from './change-running-exports.ts'
import { tellEnd } from './tell-end.ts'

const POLL_MS = 1000
/** A pause outlasts many polls. */
const POLL_PAUSED_MS = 2000

export type CardTexts = ReturnType<typeof useTranslations<'exports.card'>>

/** Follows one export to its end, also in a tab that nobody looks at. */
export function useExport(id: string, initial?: Export) {
  const t = useTranslations('exports.card')
  return useQuery({
    ...exportQuery(id, t),
    ...(initial && { initialData: initial }),
    refetchInterval: ({ state: { data, error } }) => {
      if (isLastWord(error) || (data && isOver(data))) return false
      return data?.state === 'paused' ? POLL_PAUSED_MS : POLL_MS
    },
    refetchIntervalInBackground: true,
  })
}

/** What is known of an export; asks only if nothing is. Whoever learns first that it is ready hands over the archive. */
export function exportQuery(id: string, t: CardTexts) {
  return queryOptions({
    queryKey: exportKey(id),
    queryFn: async ({ signal }) => {
      const data = (await deskRequest(paths.api.export(id), exportResponse, { signal })).data
      const filled = data.state === 'ready' && data.done > 0
      if (filled && data.may_download) deliverOnce(id)
      if (filled || data.state === 'failed')
        tellEnd(id, t(filled ? 'announceReady' : 'announceFailed', { project: data.project.name }))
      return data
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function exportKey(id: string) {
  return ['export', id] as const
}

export function useCancelExport(id: string) {
  const queries = useQueryClient()
  const queryKey = exportKey(id)
  return useMutation({
    mutationFn: () => deskRequest(paths.api.export(id), exportResponse, { method: 'DELETE' }),
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
    mutationFn: () => deskRequest(paths.api.exportResume(id), exportResponse, { method: 'POST' }),
    onSuccess: () => queries.refetchQueries({ queryKey: exportKey(id) }),
  })
}
