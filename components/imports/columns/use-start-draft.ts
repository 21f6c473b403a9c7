'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { toast } from '#components/ui/toast/toast.ts'
import { paths } from '#lib/address/paths.ts'
import type { ImportRow } from '#lib/contracts/import-rows.ts'
import { type ImportDraft, importResponse, importWithRowsResponse } from '#lib/contracts/imports.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { toDeskError } from '#lib/errors.ts'
import { carryWork } from '#lib/imports/map/carry-work.ts'
import { mapRows } from '#lib/imports/map/map-rows.ts'
import type { Mapping } from '#lib/imports/map/mapping.ts'
import { rememberMapping } from '#lib/imports/map/recall-mapping.ts'
import type { TableRow } from '#lib/imports/read/table.ts'
import { saverOf } from '../check/row-saver.ts'
import { changeImportWork, type ImportWork } from '../work/import-work.ts'
import { saveRememberedMapping } from './use-mapping.ts'

type Mapped = { headers: string[]; rows: readonly TableRow[]; mapping: Mapping }

/**
 * Stores the list on the server, where it outlives the tab, and continues with the check. An earlier draft of the
 * same list is replaced, and its edits move along. If some edits cannot move, the earlier draft stays next to this
 * one. A user who has left the page meanwhile stays there, and another list that they have chosen is not affected.
 */
export function useStartDraft({ projectId, fileName, draft, table }: ImportWork) {
  const carriedWords = useTranslations('imports.columns.carried')
  const t = useTranslations('imports.file')
  const router = useRouter()
  const start = useMutation({
    mutationFn: async ({ headers, rows, mapping }: Mapped) => {
      const mapped = mapRows(rows, mapping)
      const carried = draft && (await carryDraft(draft, mapped))
      const { rows: worked = mapped, touched_at, behind = 0 } = carried ?? {}
      const body: ImportDraft = {
        file_name: fileName ?? t('pasted'),
        columns: headers,
        rows: worked,
        ...(carried && behind === 0 && { replaces: draft.id, replaces_touched_at: touched_at }),
      }
      const answer = await deskRequest(paths.api.imports(projectId), importResponse, { method: 'POST', body })
      return { id: answer.data.id, carried }
    },
    onSuccess: ({ id }, { headers, mapping }) => {
      const remembered = rememberMapping(headers, mapping)
      if (remembered) saveRememberedMapping(projectId, remembered)
      changeImportWork({ draft: { id, mapping }, mapping }, table)
    },
  })

  /** Runs only while the step is on the screen: a user who has left it is not brought back. */
  function onSuccess({ id, carried }: NonNullable<typeof start.data>) {
    const { moved = 0, behind = 0 } = carried ?? {}
    if (moved + behind > 0)
      toast({
        title: carriedWords('moved', { count: moved }),
        ...(behind > 0 && { text: carriedWords('behind', { count: behind }), tone: 'warning' }),
      })
    changeImportWork({ step: 'draft' }, table)
    router.push(paths.import(projectId, id))
  }

  return { ...start, begin: (list: Mapped) => start.mutate(list, { onSuccess }) }
}

/** Returns the edits of the earlier draft, applied to the rows as mapped now; null when it is no longer a draft. */
async function carryDraft({ id, mapping }: NonNullable<ImportWork['draft']>, rows: ImportRow[]) {
  const saver = saverOf(id)
  if (!(await saver.save())) throw saver.state.get().problem
  try {
    const { data } = await deskRequest(paths.api.import(id), importWithRowsResponse)
    if (data.state !== 'draft') return null
    return { ...carryWork(rows, { worked: data.rows, before: mapping }), touched_at: data.touched_at }
  } catch (thrown) {
    if (toDeskError(thrown).code === 'not_found') return null
    throw thrown
  }
}
