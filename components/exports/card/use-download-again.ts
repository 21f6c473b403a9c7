'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { type Export, exportResponse } from '#lib/exports/contract.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import { deliverAgain } from './change-running-exports.ts'
import { startDownload } from './start-download.ts'
import { exportKey } from './use-export.ts'

/**
 * "Download again". What the desk does not keep any more it fetches first; a card in the dock then tells how far it is
 * and hands over the archive at the end, as after the first press.
 */
export function useDownloadAgain({ id, project }: Pick<Export, 'id' | 'project'>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (_part: number) =>
      deskRequest(paths.api.exportResume(id), exportResponse, { method: 'POST' }),
    onSuccess: ({ data }, part) => {
      queries.setQueryData(exportKey(id), data)
      if (data.state === 'ready') startDownload(id, part)
      else deliverAgain(id, project.name)
    },
  })
}
