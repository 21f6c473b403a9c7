'use client'

import { useTranslations } from 'use-intl/react'
import { Pagination } from '#components/page/pagination.tsx'
import type { PeoplePage } from '#lib/employees/people-contract.ts'
import { PAGE_SIZES, type PeopleFilters } from '#lib/employees/people-filters.ts'
import type { PeopleFiltersState } from '../find/use-people-filters.ts'

type PeoplePaginationProps = { meta: PeoplePage['meta']; state: PeopleFiltersState; listId: string }

export function PeoplePagination({ meta, state, listId }: PeoplePaginationProps) {
  const t = useTranslations('employees.pagination')
  const { filters, change, hrefOf } = state

  function turn(page: number) {
    change({ page })
    document.getElementById(listId)?.scrollIntoView({ block: 'start' })
  }

  return (
    <Pagination
      label={t('label')}
      summary={t('summary', { page: meta.page, pages: meta.pages, total: meta.total })}
      page={meta.page}
      pages={meta.pages}
      hrefOf={page => hrefOf({ page })}
      onPage={turn}
      size={{
        value: filters.per_page,
        options: PAGE_SIZES,
        onChange: size => change({ per_page: toPageSize(size) }),
      }}
    />
  )
}

/** Printed line below the table: which of the matching employees this page shows, and how many there are. */
export function PeopleOnPaper({ meta: { page, per_page, total, roster_total } }: Pick<PeoplePage, 'meta'>) {
  const t = useTranslations('employees.pagination')
  const all = roster_total ?? 0
  const from = (page - 1) * per_page + 1
  return (
    <p className="hidden print:block">
      {t('printed', { from, to: Math.min(page * per_page, total), total, all: all > total ? all : 0 })}
    </p>
  )
}

function toPageSize(size: number): PeopleFilters['per_page'] {
  return PAGE_SIZES.find(known => known === size) ?? PAGE_SIZES[0]
}
