'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { addRunningExport } from '#components/exports/card/change-running-exports.ts'
import { announce } from '#components/ui/toast/live-region.tsx'
import { paths } from '#lib/address/paths.ts'
import { type ExportRequestInput, exportResponse } from '#lib/exports/contract.ts'
import { deskRequest } from '#lib/http/desk-request.ts'

/** Starts an export and puts it into the dock, where it is seen on every page. */
export function useStartExport() {
  const t = useTranslations('exports.card')
  return useMutation({
    mutationFn: (body: ExportRequestInput) =>
      deskRequest(paths.api.exports(), exportResponse, { method: 'POST', body }),
    onSuccess: ({ data: { id, project } }) => {
      addRunningExport(id, project.name)
      announce(t('announceStarted', { project: project.name }))
    },
  })
}
