'use client'

import { useTranslations } from 'use-intl/react'
import { Pagination } from '#components/ui/pagination.tsx'
import { PAGE_SIZES } from '#lib/employees/employee-filters.ts'
import type { EmployeePage } from '#lib/portrait-api/contract.ts'
import type { EmployeeFiltersState } from '../find/use-employee-filters.ts'
import { LIST_ID } from './list-id.ts'

type EmployeePaginationProps = { meta: EmployeePage['meta']; state: EmployeeFiltersState }

export function EmployeePagination({ meta, state }: EmployeePaginationProps) {
  const t = useTranslations('employees.pagination')
  const { filters, change, hrefOf } = state

  function turn(page: number) {
    change({ page })
    document.getElementById(LIST_ID)?.scrollIntoView({ block: 'start' })
  }

  return (
    <Pagination
      label={t('label')}
      summary={t('summary', { page: meta.current_page, pages: meta.last_page, total: meta.total })}
      page={filters.page}
      pages={meta.last_page}
      hrefOf={page => hrefOf({ page })}
      onPage={turn}
      size={{
        value: filters.per_page,
        options: PAGE_SIZES,
        onChange: size => change({ per_page: size }),
      }}
    />
  )
}
