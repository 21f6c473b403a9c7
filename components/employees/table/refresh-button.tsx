'use client'

import { useTranslations } from 'use-intl/react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { RefreshIcon } from '#components/ui/icons.ts'
import type { PeopleFilters } from '#lib/employees/people-filters.ts'
import { useRefreshPeople } from './use-people.ts'

type RefreshButtonProps = { projectId: number; filters: PeopleFilters }

/** For a person who knows that something has just changed at the service. */
export function RefreshButton({ projectId, filters }: RefreshButtonProps) {
  const t = useTranslations('employees')
  const refresh = useRefreshPeople(projectId, filters)
  return (
    <IconButton label={t('refresh')} busy={refresh.isPending} onClick={() => refresh.mutate()}>
      <RefreshIcon />
    </IconButton>
  )
}
