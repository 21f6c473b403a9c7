'use client'

import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { type ExportRequestInput, planResponse } from '#lib/exports/contract.ts'
import { deskRequest } from '#lib/http/desk-request.ts'

/** So long nothing is asked while a person goes on typing. */
const SETTLE_MS = 250

/** What an export would hold. Without a request (a template that is not finished) the last answer stays, as old. */
export function useExportPlan(request: ExportRequestInput | null) {
  return useQuery({
    ...exportPlanQuery(request),
    enabled: request !== null,
    placeholderData: keepPreviousData,
  })
}

/** Always asked anew: somebody may have approved a photo a moment ago. */
export function exportPlanQuery(request: ExportRequestInput | null) {
  return queryOptions({
    queryKey: ['export-plan', request],
    queryFn: async ({ signal }) => {
      await settle(signal)
      const options = { method: 'POST', body: request, signal } as const
      return (await deskRequest(paths.api.exportPlan(), planResponse, options)).data
    },
    staleTime: 0,
    gcTime: 0,
  })
}

/** Rejects as soon as another request has taken the place of this one. */
function settle(signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  setTimeout(resolve, SETTLE_MS)
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return promise
}
