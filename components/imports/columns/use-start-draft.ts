'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { paths } from '#lib/address/paths.ts'
import { type ImportDraft, importResponse } from '#lib/contracts/imports.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import { mapRows } from '#lib/imports/map/map-rows.ts'
import type { Mapping } from '#lib/imports/map/mapping.ts'
import { rememberMapping } from '#lib/imports/map/recall-mapping.ts'
import type { TableRow } from '#lib/imports/read/table.ts'
import { changeImportWork, type ImportWork } from '../work/import-work.ts'
import { saveRememberedMapping } from './use-mapping.ts'

type Mapped = { headers: string[]; rows: readonly TableRow[]; mapping: Mapping }

/**
 * Puts the list on the server, where it outlives the tab, and goes on to the check. A draft that was made of the same
 * list before, and not worked on, is replaced.
 */
export function useStartDraft({ projectId, fileName, draftId }: ImportWork) {
  const t = useTranslations('imports.file')
  const router = useRouter()
  return useMutation({
    mutationFn: async ({ headers, rows, mapping }: Mapped) => {
      const body: ImportDraft = {
        file_name: fileName ?? t('pasted'),
        columns: headers,
        rows: mapRows(rows, mapping),
        ...(draftId && { replaces: draftId }),
      }
      return (await deskRequest(paths.api.imports(projectId), importResponse, { method: 'POST', body })).data
    },
    onSuccess: ({ id }, { headers, mapping }) => {
      const remembered = rememberMapping(headers, mapping)
      if (remembered) saveRememberedMapping(projectId, remembered)
      changeImportWork({ step: 'draft', draftId: id, mapping })
      router.push(paths.import(projectId, id))
    },
  })
}
