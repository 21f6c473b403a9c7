'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { putWork } from '#components/jobs/work.ts'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { type ExportRequestInput, exportResponse } from '#lib/exports/contract.ts'
import { awaitDownload } from './pending-downloads.ts'

/** Starts an export. The header shows its progress on every page; this tab downloads the archive. */
export function useStartExport() {
  const t = useTranslations('exports.card')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ExportRequestInput) =>
      deskRequest(paths.api.exports(), exportResponse, { method: 'POST', body }),
    onSuccess: ({ data: job }) => {
      awaitDownload(job.id)
      const title = t('announceStarted', { project: job.project.name })
      return putWork(queries, { kind: 'export', job, system: null }, { title, show: t('showProgress') })
    },
  })
}
