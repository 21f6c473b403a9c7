'use client'

import { useTranslations } from 'use-intl/react'
import { PageHeader } from '#components/page/page-header.tsx'
import { Pagination } from '#components/page/pagination.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Table, TableBody, TableHead, TableHeader } from '#components/ui/table.tsx'
import type { Export } from '#lib/exports/contract.ts'
import { type HistoryFilters, isHistoryFiltered } from '#lib/exports/history/history-filters.ts'
import { ExportsRow } from './exports-row.tsx'
import { HistoryFilterBar } from './history-filter-bar.tsx'
import type { ExportsPageData, TargetName } from './load-exports-page.ts'
import { NoExportsState } from './no-exports-state.tsx'
import { useHistoryFilters } from './use-history-filters.ts'

const COLUMNS = [
  { name: 'at', width: 'w-32' },
  { name: 'what', width: '' },
  { name: 'who', width: 'w-[17%] sm:max-lg:hidden' },
  { name: 'state', width: 'w-40' },
  { name: 'actions', width: 'sm:w-48 table:w-96' },
] as const

type ExportsScreenProps = ExportsPageData & { filters: HistoryFilters }

/** The export history: archive, time, user, receiving system, and the changes since. */
export function ExportsScreen({
  filters,
  page: { data, meta },
  targets,
  choices,
  kept,
  sees,
}: ExportsScreenProps) {
  const t = useTranslations('exports.history')
  const state = useHistoryFilters(filters)
  const { current_page: page, last_page: pages, total } = meta
  return (
    <>
      <PageHeader title={t('title')} facts={<span>{t('facts', { ...kept, whose: sees })}</span>} />
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

type ExportsTableProps = { exports: Export[]; targets: TargetName[] }

function ExportsTable({ exports, targets }: ExportsTableProps) {
  const t = useTranslations('exports.history')
  return (
    <Table>
      <caption className="sr-only">{t('caption')}</caption>
      <TableHead>
        <tr>
          {COLUMNS.map(({ name, width }) => (
            <TableHeader key={name} className={width}>
              {name === 'actions' ? (
                <span className="sr-only">{t('columns.actions')}</span>
              ) : (
                t(`columns.${name}`)
              )}
            </TableHeader>
          ))}
        </tr>
      </TableHead>
      <TableBody>
        {exports.map(row => (
          <ExportsRow key={row.id} row={row} target={targets.find(({ id }) => id === row.request.target)} />
        ))}
      </TableBody>
    </Table>
  )
}
