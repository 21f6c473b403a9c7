'use client'

import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl/react'
import { Badge } from '#components/ui/badge.tsx'
import { whenOnline } from '#components/ui/browser/when-online.ts'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { FilterIcon } from '#components/ui/icons.ts'
import { Popover } from '#components/ui/popup/popover.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { PeopleFiltersState } from './use-people-filters.ts'

const loadForm = whenOnline(() => import('./more-filters-form.tsx'))
const MoreFiltersForm = lazy(loadForm)

const MORE_FILTERS_ID = 'more-filters'

/** The rarer filters, behind a button that tells how many of them are set. */
export function MoreFilters({ state }: { state: PeopleFiltersState }) {
  const t = useTranslations('employees.find')
  const { locale, mitarbeiternummer, edited_since } = state.filters
  const set = [locale, mitarbeiternummer, edited_since].filter(Boolean).length
  return (
    <Popover
      title={t('more')}
      align="start"
      button={({ onPointerEnter, ...button }) => (
        <Button
          {...button}
          id={MORE_FILTERS_ID}
          onPointerEnter={() => {
            onPointerEnter()
            void loadForm()
          }}
        >
          <Icon of={FilterIcon} />
          {t('more')}
          {set > 0 && <Badge tone="accent">{set}</Badge>}
        </Button>
      )}
    >
      <Suspense fallback={<Skeleton className="m-5 h-46" />}>
        <MoreFiltersForm state={state} />
      </Suspense>
    </Popover>
  )
}
