'use client'

import { useTranslations } from 'use-intl/react'
import { moveFocus } from '#components/ui/browser/focus.ts'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { isActivityFiltered } from '#lib/activity/filters.ts'
import type { ActivityPage } from '#lib/contracts/activity.ts'
import { ACTOR_FILTER_ID, type ActivityFiltersState, NO_ACTIVITY_FILTERS } from './use-activity-filters.ts'

type NothingStateProps = { meta: ActivityPage['meta']; state: ActivityFiltersState }

/**
 * Explains an empty list, which has four causes: a page past the end, an employee without entries, filters without a
 * match, or an empty log.
 */
export function NothingState({ meta, state: { filters, change } }: NothingStateProps) {
  const t = useTranslations('activity')

  function leave(next: Parameters<typeof change>[0]) {
    moveFocus(`#${ACTOR_FILTER_ID}`)
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
  const { employee: _employee, ...others } = filters
  if (filters.employee !== undefined && !isActivityFiltered(others))
    return (
      <EmptyState
        title={t('nothingOfPerson.title')}
        action={<Button onClick={() => leave(NO_ACTIVITY_FILTERS)}>{t('nothingOfPerson.action')}</Button>}
      >
        {t('nothingOfPerson.text')}
      </EmptyState>
    )
  if (isActivityFiltered(filters))
    return (
      <EmptyState
        title={t('noMatch.title')}
        action={<Button onClick={() => leave(NO_ACTIVITY_FILTERS)}>{t('filters.clear')}</Button>}
      >
        {t('noMatch.text')}
      </EmptyState>
    )
  return <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
}
