'use client'

import { useTranslations } from 'use-intl/react'
import { Pagination } from '#components/ui/pagination.tsx'
import type { ActivityPage } from '#lib/contracts/activity.ts'
import type { ActivityFiltersState } from './use-activity-filters.ts'

type ActivityPaginationProps = { meta: ActivityPage['meta']; state: ActivityFiltersState }

export function ActivityPagination({ meta, state: { hrefOf, change } }: ActivityPaginationProps) {
  const t = useTranslations('activity.pagination')
  const { current_page: page, last_page: pages, total } = meta
  return (
    <Pagination
      label={t('label')}
      summary={t('summary', { page, pages, total })}
      page={page}
      pages={pages}
      hrefOf={there => hrefOf({ page: there })}
      onPage={there => change({ page: there })}
    />
  )
}
