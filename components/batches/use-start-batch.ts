'use client'

import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { noteUndoable } from '#components/employee-data/bulk-changes.ts'
import { putWork } from '#components/jobs/work.ts'
import { paths } from '#lib/address/paths.ts'
import { type BatchRequest, batchResponse } from '#lib/batches/contract.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'

export type BatchTexts = ReturnType<typeof useTranslations<'batches'>>

/** Starts a bulk change, whose progress the header shows on every page. */
export function useStartBatch() {
  const t = useTranslations('batches')
  const queries = useQueryClient()
  return useMutation({ mutationFn: (body: BatchRequest) => startBatch(queries, { body, t }) })
}

/** Starts a batch outside of a component, for the button of a toast. */
export async function startBatch(queries: QueryClient, { body, t }: { body: BatchRequest; t: BatchTexts }) {
  const { data: job } = await deskRequest(paths.api.batches(), batchResponse, { method: 'POST', body })
  if (body.action === 'undo') noteUndoable(body.batch_id, false)
  const title = t('announceStarted', { count: job.total })
  await putWork(queries, { kind: 'batch', job, project: null }, { title, show: t('showProgress') })
  return job
}
