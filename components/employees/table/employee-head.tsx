'use client'

import { useTranslations } from 'use-intl/react'
import { CheckMark } from '#components/ui/field/checkbox.tsx'
import { TableHead, TableHeader } from '#components/ui/table.tsx'
import { type PeopleFilters, type SortColumn, toOrder } from '#lib/employees/people-filters.ts'
import type { PeopleFiltersState } from '../find/use-people-filters.ts'
import type { Column } from './columns.ts'

type EmployeeHeadProps = {
  columns: readonly Column[]
  state: PeopleFiltersState
  /** False until all employees are loaded: until then the first page has the service's order. */
  ordered: boolean
  /** Whether all employees on this page are selected, none, or some. */
  selected: boolean | 'some'
  onSelectPage: (selected: boolean) => void
}

const DIRECTIONS = { asc: 'ascending', desc: 'descending' } as const

/** Pressing a head sorts by its column; the second press reverses the order, the third restores the default. */
export function EmployeeHead({ columns, state, ordered, selected, onSelectPage }: EmployeeHeadProps) {
  const t = useTranslations('employees')
  const { filters, change } = state
  const order = ordered || filters.sort ? toOrder(filters) : null
  return (
    <TableHead>
      <tr aria-rowindex={1}>
        <TableHeader sticky className="w-10">
          <CheckMark
            data-cell-control
            tabIndex={-1}
            aria-label={t('selectPage')}
            checked={selected === true}
            indeterminate={selected === 'some'}
            onChange={event => onSelectPage(event.target.checked)}
          />
        </TableHeader>
        <TableHeader sticky grid className="w-14">
          <span className="sr-only">{t('columns.photo')}</span>
        </TableHeader>
        {columns.map(({ name, width }) => (
          <TableHeader
            key={name}
            sticky
            grid
            className={width}
            sort={{
              direction: order?.column === name ? DIRECTIONS[order.dir] : undefined,
              onSort: () => change(nextSort(filters, name)),
            }}
          >
            {t(`columns.${name}`)}
          </TableHeader>
        ))}
      </tr>
    </TableHead>
  )
}

function nextSort(filters: PeopleFilters, name: SortColumn): Partial<PeopleFilters> {
  const order = toOrder(filters)
  if (order?.column !== name) return { sort: name, dir: 'asc' }
  return order.dir === 'asc' ? { sort: name, dir: 'desc' } : { sort: undefined, dir: 'asc' }
}
