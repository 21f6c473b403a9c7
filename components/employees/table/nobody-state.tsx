'use client'

import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { moveFocus } from '#components/ui/move-focus.ts'
import type { EmployeePage } from '#lib/portrait-api/contract.ts'
import { STATUS_FILTER_ID } from '../edit/focus-targets.ts'
import { type EmployeeFiltersState, isFiltered, NO_FILTERS } from '../find/use-employee-filters.ts'

type NobodyStateProps = { meta: EmployeePage['meta']; state: EmployeeFiltersState }

/** No rows has three meanings: a page past the end, filters that match nobody, or an empty project. */
export default function NobodyState({ meta, state: { filters, change } }: NobodyStateProps) {
  const t = useTranslations('employees')

  function leave(next: Parameters<typeof change>[0]) {
    moveFocus(`#${STATUS_FILTER_ID}`)
    change(next)
  }

  if (meta.total > 0)
    return (
      <EmptyState
        title={t('pageGone.title')}
        action={<Button onClick={() => leave({ page: meta.last_page })}>{t('pageGone.action')}</Button>}
      >
        {t('pageGone.text', { last: meta.last_page })}
      </EmptyState>
    )
  if (isFiltered(filters))
    return (
      <EmptyState
        title={t('noMatch.title')}
        action={<Button onClick={() => leave(NO_FILTERS)}>{t('filters.clear')}</Button>}
      >
        {t('noMatch.text')}
      </EmptyState>
    )
  return <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
}
