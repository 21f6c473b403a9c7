'use client'

import { useTranslations } from 'use-intl/react'
import { loadExportForm } from '#components/exports/dialog/export-dialog.tsx'
import { useNarrow } from '#components/ui/browser/use-narrow.ts'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { DownloadIcon, LanguagesIcon, SelectAllIcon, TrashIcon } from '#components/ui/icons.ts'
import type { MenuEntry } from '#components/ui/popup/menu-entry.tsx'
import { ReasonedButton } from '#components/ui/popup/reasoned-button.tsx'
import type { PeopleFilters } from '#lib/employees/people-filters.ts'
import { SelectionMenu } from './selection-menu.tsx'

type SelectionButtonsProps = {
  projectId: number
  people: readonly number[]
  filters: PeopleFilters
  /** True when a photo of the selected employees is available, as far as the desk knows. */
  hasPhotos: boolean
  can: { edit: boolean; export: boolean }
  /** Number of employees who match the filters. */
  total: number
  selectingAll: boolean
  onSelectAll: () => void
  onAsk: (what: 'photos' | 'language' | 'delete') => void
}

/**
 * Shows all actions in the bar where there is room; otherwise the download, and the rest behind "More". Each button
 * shows its count, except the download: not every employee has a photo.
 */
export function SelectionButtons({
  projectId,
  people,
  filters,
  hasPhotos,
  can,
  total,
  selectingAll,
  onSelectAll,
  onAsk,
}: SelectionButtonsProps) {
  const t = useTranslations('selection')
  const narrow = useNarrow()
  const count = people.length
  const all = { label: t('all', { count: total }), icon: <Icon of={SelectAllIcon} />, onSelect: onSelectAll }
  const language = {
    label: t('language', { count }),
    icon: <Icon of={LanguagesIcon} />,
    onSelect: () => onAsk('language'),
  }
  const gone = {
    label: t('delete', { count }),
    icon: <Icon of={TrashIcon} />,
    tone: 'danger',
    onSelect: () => onAsk('delete'),
  } as const
  const before: MenuEntry[] = [...(total > count ? [all] : []), ...(can.edit ? [language] : [])]
  const after: MenuEntry[] = can.edit ? [{ kind: 'line', key: 'delete' }, gone] : []
  return (
    <>
      {!narrow && total > count && (
        <Button size="small" variant="quiet" busy={selectingAll} onClick={onSelectAll}>
          {all.label}
        </Button>
      )}
      {can.export && (
        <ReasonedButton
          size="small"
          className="max-sm:grow"
          unusable={hasPhotos ? null : t('noneApproved', { count })}
          aria-haspopup="dialog"
          onPointerEnter={loadExportForm}
          onClick={() => onAsk('photos')}
        >
          <Icon of={DownloadIcon} />
          {narrow ? t('theirPhotos') : t('photos', { count })}
        </ReasonedButton>
      )}
      {!narrow && can.edit && (
        <Button size="small" aria-haspopup="dialog" onClick={language.onSelect}>
          {language.icon}
          {language.label}
        </Button>
      )}
      <SelectionMenu
        projectId={projectId}
        people={people}
        filters={filters}
        busy={narrow && selectingAll}
        before={narrow ? before : []}
        after={narrow ? after : []}
      />
      {!narrow && can.edit && (
        <Button size="small" variant="danger" aria-haspopup="dialog" onClick={gone.onSelect}>
          {gone.icon}
          {gone.label}
        </Button>
      )}
    </>
  )
}
