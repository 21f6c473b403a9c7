'use client'

import { useTranslations } from 'use-intl/react'
import { PageHeader } from '#components/page/page-header.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { type HistoryFilters, isHistoryFiltered } from '#lib/exports/history-filters.ts'
import { ExportsTable } from './exports-table.tsx'
import { HistoryFilterBar } from './history-filter-bar.tsx'
import type { ExportsPageData } from './load-exports-page.ts'
import { NoExportsState } from './no-exports-state.tsx'
import { useHistoryFilters } from './use-history-filters.ts'

type ExportsScreenProps = ExportsPageData & { filters: HistoryFilters }

/** What was downloaded when, by whom, for which system, and what has changed since? */
export function ExportsScreen({ filters, page: { data, meta }, targets, choices, kept }: ExportsScreenProps) {
  const t = useTranslations('exports.history')
  const state = useHistoryFilters(filters)
  const { current_page: page, last_page: pages, total } = meta
  return (
    <>
      <PageHeader title={t('title')} facts={<span>{t('facts', kept)}</span>} />
      <div className="mt-5 grid gap-4" aria-busy={state.changing}>
        {(total > 0 || isHistoryFiltered(filters)) && (
          <HistoryFilterBar {...state} choices={choices} targets={targets} />
        )}
        <Panel>
          {data.length > 0 ? (
            <ExportsTable exports={data} targets={targets} />
          ) : (
            <NoExportsState meta={meta} state={state} />
          )}
        </Panel>
        {data.length > 0 && (
          <Pagination
            label={t('pages')}
            summary={t('summary', { page, pages, total })}
            page={page}
            pages={pages}
            hrefOf={there => state.hrefOf({ page: there })}
            onPage={there => state.change({ page: there })}
          />
        )}
      </div>
    </>
  )
}
