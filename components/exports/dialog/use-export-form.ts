'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { type ExportRequestInput, type ExportTarget, planResponse } from '#lib/exports/contract.ts'
import { useLocale } from '#lib/i18n/use-locale.ts'
import {
  type ExportFormValues,
  type ExportSubject,
  exportFormSchema,
  firstValues,
  targetValues,
  toExportRequest,
} from './export-request.ts'
import { WAITS_ITS_TURN } from './waits-its-turn.ts'

/** Pause in typing before the desk is asked. */
const SETTLE_MS = 250

type ExportFormOptions = {
  subject: ExportSubject
  targets: readonly ExportTarget[]
  first: ExportTarget
  /** The export from which new photos are counted at first. */
  since: string | undefined
}

/** The choices of the dialog, and the export that results from them. Every choice has a value from the start. */
export function useExportForm({ subject, targets, first, since }: ExportFormOptions) {
  const locale = useLocale()
  const { project, people = [] } = subject
  const form = useForm<ExportFormValues>({
    resolver: zodResolver(exportFormSchema),
    defaultValues: firstValues(first, { projectId: project.id, people, since, locale }),
    mode: 'onChange',
  })
  const values = form.watch()
  const target = targets.find(({ id }) => id === values.target) ?? first
  const { data } = exportFormSchema.safeParse(values)
  const request = data ? toExportRequest(data, target) : null
  const plan = useExportPlan(request)

  /**
   * Changes the target. Another target has other names, forms and sizes, and has received other photos, so these
   * choices are reset.
   */
  function chooseTarget(id: string) {
    const chosen = targets.find(target => target.id === id)
    if (!chosen || chosen.id === values.target) return
    const scope = values.scope.kind === 'since' ? ({ kind: 'approved' } as const) : values.scope
    form.reset({ ...values, ...targetValues(chosen), scope })
  }

  return { form, values, target, request, plan, chooseTarget }
}

export type ExportFormState = ReturnType<typeof useExportForm>

/**
 * Reads what an export would contain. Without a request (an unfinished template) the last answer stays, marked as
 * old.
 */
function useExportPlan(request: ExportRequestInput | null) {
  return useQuery({
    ...exportPlanQuery(request),
    enabled: request !== null,
    placeholderData: keepPreviousData,
  })
}

/** Never cached: a photo may have been approved a moment ago. */
export function exportPlanQuery(request: ExportRequestInput | null) {
  return queryOptions({
    queryKey: ['export-plan', request],
    queryFn: async ({ signal }) => {
      await settle(signal)
      const options = { method: 'POST', body: request, signal } as const
      return (await deskRequest(paths.api.exportPlan(), planResponse, options)).data
    },
    ...WAITS_ITS_TURN,
    staleTime: 0,
    gcTime: 0,
  })
}

/** Waits for a pause in typing. Rejects as soon as another request replaces this one. */
function settle(signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  setTimeout(resolve, SETTLE_MS)
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return promise
}
