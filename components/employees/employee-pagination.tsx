'use client'

import type { MouseEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { buttonClass } from '#components/ui/button-class.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '#components/ui/icons.tsx'
import { Select } from '#components/ui/select.tsx'
import { PAGE_SIZES } from '#lib/employees/employee-filters.ts'
import type { EmployeePage } from '#lib/portrait-api/contract.ts'
import { LIST_ID } from './list-id.ts'
import type { EmployeeFiltersState } from './use-employee-filters.ts'

type EmployeePaginationProps = { meta: EmployeePage['meta']; state: EmployeeFiltersState }

export function EmployeePagination({ meta, state }: EmployeePaginationProps) {
  const t = useTranslations('employees.pagination')
  const { filters, change } = state
  const sizes = [...new Set([...PAGE_SIZES, filters.per_page])].toSorted((a, b) => a - b)
  return (
    <nav aria-label={t('label')} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="text-muted" data-testid="page-summary">
        {t('summary', { page: meta.current_page, pages: meta.last_page, total: meta.total })}
      </p>
      <div className="flex items-center gap-2">
        <Select
          aria-label={t('size')}
          title={t('size')}
          className="h-8 ps-2.5"
          value={filters.per_page}
          onChange={event => change({ per_page: Number(event.target.value) })}
        >
          {sizes.map(size => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </Select>
        <PageLink label={t('previous')} page={filters.page - 1} last={meta.last_page} state={state}>
          <ChevronLeftIcon />
        </PageLink>
        <PageLink label={t('next')} page={filters.page + 1} last={meta.last_page} state={state}>
          <ChevronRightIcon />
        </PageLink>
      </div>
    </nav>
  )
}

type PageLinkProps = {
  label: string
  page: number
  last: number
  state: EmployeeFiltersState
  children: ReactNode
}

/** A real link, so that it opens in a new tab too; an ordinary press changes the address without a new page. */
function PageLink({ label, page, last, state, children }: PageLinkProps) {
  const there = page >= 1 && page <= last

  function turn(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (!there) return
    state.change({ page })
    document.getElementById(LIST_ID)?.scrollIntoView({ block: 'start' })
  }

  return (
    <a
      href={there ? state.hrefOf({ page }) : '#content'}
      aria-label={label}
      aria-disabled={there ? undefined : true}
      title={label}
      onClick={turn}
      className={buttonClass({ size: 'icon', className: 'aria-disabled:opacity-40' })}
    >
      {children}
    </a>
  )
}
