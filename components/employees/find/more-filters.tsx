'use client'

import { useTranslations } from 'use-intl/react'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { FilterIcon } from '#components/ui/icons.ts'
import { Popover } from '#components/ui/popup/popover.tsx'
import { MoreFiltersForm } from './more-filters-form.tsx'
import type { PeopleFiltersState } from './use-people-filters.ts'

const MORE_FILTERS_ID = 'more-filters'

/** The rarer filters, behind a button that shows how many of them are set. */
export function MoreFilters({ state }: { state: PeopleFiltersState }) {
  const t = useTranslations('employees.find')
  const { locale, mitarbeiternummer, edited_since } = state.filters
  const set = [locale, mitarbeiternummer, edited_since].filter(Boolean).length
  return (
    <Popover
      title={t('more')}
      align="start"
      button={button => (
        <Button {...button} id={MORE_FILTERS_ID}>
          <Icon of={FilterIcon} />
          {t('more')}
          {set > 0 && <Badge tone="accent">{set}</Badge>}
        </Button>
      )}
    >
      <MoreFiltersForm state={state} />
    </Popover>
  )
}
