'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { ExportDialog, loadExportForm } from '#components/exports/dialog/export-dialog.tsx'
import { Button } from '#components/ui/button.tsx'
import { DownloadIcon, LanguagesIcon, TrashIcon } from '#components/ui/icons.ts'
import { findFocusTarget, moveFocus } from '#components/ui/move-focus.ts'
import { SelectionBar } from '#components/ui/selection-bar.tsx'
import type { PeopleFilters } from '#lib/employees/people-filters.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { ChangeLanguage } from './change-language.tsx'
import { DeletePeople } from './delete-people.tsx'
import { SelectAll } from './select-all.tsx'
import { SelectionMenu } from './selection-menu.tsx'
import type { Selection } from './selection-store.ts'

export type SelectionActionsProps = {
  project: Project
  can: { edit: boolean; export: boolean }
  filters: PeopleFilters
  selection: Selection
  /** The rows that are to be seen now. */
  idsOnPage: readonly number[]
  /** Everybody who fits the filters. */
  total: number
}

type Asking = 'photos' | 'language' | 'delete' | null

/** What can be done with everybody who is selected. Each button names how many that is. */
export default function SelectionActions({
  project,
  can,
  filters,
  selection,
  idsOnPage,
  total,
}: SelectionActionsProps) {
  const t = useTranslations('selection')
  const [asking, setAsking] = useState<Asking>(null)
  const people = [...selection.ids]
  const count = people.length
  const unseen = count - idsOnPage.filter(id => selection.ids.has(id)).length
  function clear() {
    moveFocus('[role=grid]', 'h1')
    selection.clear()
  }

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
          <SelectAll projectId={project.id} filters={filters} selection={selection} total={total} />
          {can.export && (
            <Button
              size="small"
              aria-haspopup="dialog"
              onPointerEnter={loadExportForm}
              onClick={() => setAsking('photos')}
            >
              <DownloadIcon />
              {t('photos', { count })}
            </Button>
          )}
          {can.edit && (
            <Button size="small" aria-haspopup="dialog" onClick={() => setAsking('language')}>
              <LanguagesIcon />
              {t('language', { count })}
            </Button>
          )}
          <SelectionMenu projectId={project.id} people={people} />
          {can.edit && (
            <Button size="small" variant="danger" aria-haspopup="dialog" onClick={() => setAsking('delete')}>
              <TrashIcon />
              {t('delete', { count })}
            </Button>
          )}
        </SelectionBar>
      )}
      <ExportDialog project={project} people={people} {...dialog('photos')} />
      <ChangeLanguage
        project={project}
        people={people}
        onStarted={selection.clear}
        returnFocus={returnFocus}
        {...dialog('language')}
      />
      <DeletePeople
        project={project}
        people={people}
        onStarted={selection.clear}
        returnFocus={returnFocus}
        {...dialog('delete')}
      />
    </>
  )
}
