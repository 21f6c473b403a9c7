'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { DeskError } from '#lib/errors.ts'
import { type Export, exportAnswer } from '#lib/exports/contract.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import { paths } from '#lib/paths.ts'
import { deliverOnce } from './running-exports.ts'

const POLL_MS = 1000

/** Follows one export to its end, also in a tab that nobody looks at, and hands over the archive when it is ready. */
export function useExport(id: string) {
  return useQuery({
    queryKey: exportKey(id),
    queryFn: ({ signal }) => readExport(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (isOver(state.data, state.error) ? false : POLL_MS),
    refetchIntervalInBackground: true,
  })
}

export function useCancelExport(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => deskRequest(paths.api.export(id), exportAnswer, { method: 'DELETE' }),
    onSuccess: async ({ data }) => {
      await queries.cancelQueries({ queryKey: exportKey(id) })
      queries.setQueryData(exportKey(id), data)
    },
  })
}

function exportKey(id: string) {
  return ['export', id] as const
}

async function readExport(id: string, signal: AbortSignal): Promise<Export> {
  const { data } = await deskRequest(paths.api.export(id), exportAnswer, { signal })
  if (data.state === 'ready' && data.done > 0) deliverOnce(id)
  return data
}

/** A desk that cannot be reached may come back; any other error is the desk's last word. */
function isOver(data: Export | undefined, error: Error | null): boolean {
  if (error instanceof DeskError && error.code !== 'desk_unreachable') return true
  return data !== undefined && data.state !== 'preparing'
}
