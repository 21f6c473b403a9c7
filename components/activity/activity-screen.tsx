'use client'

import { useTranslations } from 'use-intl/react'
import { PageHeader } from '#components/page/page-header.tsx'
import { Pagination } from '#components/page/pagination.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { DownloadIcon } from '#components/ui/icons.ts'
import { Panel } from '#components/ui/panel.tsx'
import { type ActivityFilters, toActivitySearch } from '#lib/activity/filters.ts'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import type { ActivityPage } from '#lib/contracts/activity.ts'
import { ActivityFilterBar } from './activity-filter-bar.tsx'
import { ActivityTable } from './activity-table.tsx'
import type { ActivityPageData } from './load-activity-page.ts'
import { NothingState } from './nothing-state.tsx'
import { type ActivityFiltersState, useActivityFilters } from './use-activity-filters.ts'

type ActivityScreenProps = ActivityPageData & { filters: ActivityFilters }

/** The log of all actions with user and time. */
export function ActivityScreen({
  filters,
  page,
  actors,
  projects,
  targets,
  people,
  days,
  goneDays,
}: ActivityScreenProps) {
  const t = useTranslations('activity')
  const state = useActivityFilters(filters)
  const csv = paths.api.activityCsv(toActivitySearch({ ...filters, page: undefined }))
  return (
    <>
      <PageHeader
        title={t('title')}
        facts={<span>{t('kept', { days, gone: goneDays })}</span>}
        actions={
          <a className={buttonClass()} href={toAddress(csv)} download>
            <Icon of={DownloadIcon} className="size-4" />
            {t('csv')}
          </a>
        }
      />
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-4">
        <ActivityFilterBar {...state} actors={actors} projects={projects} people={people} />
        <Panel>
          {page.data.length > 0 ? (
            <ActivityTable entries={page.data} projects={projects} targets={targets} state={state} />
          ) : (
            <NothingState meta={page.meta} state={state} />
          )}
        </Panel>
        {page.data.length > 0 && <ActivityPagination meta={page.meta} state={state} />}
      </div>
    </>
  )
}

type ActivityPaginationProps = { meta: ActivityPage['meta']; state: ActivityFiltersState }

function ActivityPagination({ meta, state: { hrefOf, change } }: ActivityPaginationProps) {
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
