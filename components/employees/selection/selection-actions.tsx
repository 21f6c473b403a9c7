'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { listKnownPhotos, peopleIdsQuery } from '#components/employee-data/people-cache.ts'
import type { Selection } from '#components/employee-data/selection-store.ts'
import { ExportDialog } from '#components/exports/dialog/export-dialog.tsx'
import { SelectionBar } from '#components/page/selection-bar.tsx'
import { findFocusTarget, moveFocus } from '#components/ui/browser/focus.ts'
import { toast } from '#components/ui/toast/toast.ts'
import { mayHavePhotos } from '#lib/employees/may-have-photos.ts'
import type { PeopleFilters } from '#lib/employees/people-filters.ts'
import { toDeskError } from '#lib/errors.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { ChangeLanguage } from './change-language.tsx'
import { DeletePeople } from './delete-people.tsx'
import { SelectionButtons } from './selection-buttons.tsx'

export type SelectionActionsProps = {
  project: Project
  can: { edit: boolean; export: boolean }
  filters: PeopleFilters
  selection: Selection
  /** The rows that are visible now. */
  idsOnPage: readonly number[]
  /** Number of employees who match the filters. */
  total: number
}

type Asking = 'photos' | 'language' | 'delete' | null

/** Actions for all selected employees, and their confirmation dialogs. */
export default function SelectionActions({
  project,
  can,
  filters,
  selection,
  idsOnPage,
  total,
}: SelectionActionsProps) {
  const t = useTranslations('selection')
  const queries = useQueryClient()
  const [asking, setAsking] = useState<Asking>(null)
  const all = useSelectAll(project.id, filters, selection)
  const people = [...selection.ids]
  const count = people.length
  const unseen = count - idsOnPage.filter(id => selection.ids.has(id)).length
  function clear() {
    moveFocus('[role=grid]', 'h1')
    selection.clear()
  }

  const clearTold = () => selection.clear({ isTold: true })

  const returnFocus = () => (selection.ids.size === 0 ? findFocusTarget('h1') : null)
  const dialog = (name: Asking) => ({
    open: asking === name,
    onOpenChange: (open: boolean) => setAsking(open ? name : null),
  })
  return (
    <>
      {count > 0 && (
        <SelectionBar
          label={t('label')}
          summary={unseen === 0 ? t('summary', { count }) : t('summaryUnseen', { count, unseen })}
          onClear={clear}
        >
          <SelectionButtons
            projectId={project.id}
            people={people}
            filters={filters}
            hasPhotos={mayHavePhotos(people, listKnownPhotos(queries, project.id))}
            can={can}
            total={total}
            selectingAll={all.isPending}
            onSelectAll={() => all.mutate()}
            onAsk={setAsking}
          />
        </SelectionBar>
      )}
      <ExportDialog project={project} people={people} {...dialog('photos')} />
      <ChangeLanguage
        project={project}
        people={people}
        onStarted={clearTold}
        returnFocus={returnFocus}
        {...dialog('language')}
      />
      <DeletePeople
        project={project}
        people={people}
        onStarted={clearTold}
        returnFocus={returnFocus}
        {...dialog('delete')}
      />
    </>
  )
}

/** "Select all 431": selects every employee who matches the filters, including pages that are not loaded. */
function useSelectAll(projectId: number, filters: PeopleFilters, selection: Selection) {
  const t = useTranslations('selection')
  const sentence = useTranslations('errors')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => queries.fetchQuery({ ...peopleIdsQuery(projectId, filters), staleTime: 0 }),
    onSuccess: people => selection.selectAll(people.map(({ id }) => id)),
    onError: error =>
      toast({ tone: 'danger', urgent: true, title: t('allFailed'), text: sentence(toDeskError(error).code) }),
  })
}
