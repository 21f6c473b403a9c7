'use client'

import { useTranslations } from 'use-intl/react'
import { CheckMark } from '#components/ui/field/checkbox.tsx'
import { TableHead, TableHeader } from '#components/ui/table.tsx'
import type { PeopleFilters, SortColumn } from '#lib/employees/people-filters.ts'
import type { PeopleFiltersState } from '../find/use-people-filters.ts'
import type { Column } from './columns.ts'

type EmployeeHeadProps = {
  columns: readonly Column[]
  state: PeopleFiltersState
  /** Whether everybody on this page is selected, nobody, or some. */
  selected: boolean | 'some'
  onSelectPage: (selected: boolean) => void
}

const DIRECTIONS = { asc: 'ascending', desc: 'descending' } as const

/** A press on a head sorts by it, the next one the other way round, the third one not at all. */
export function EmployeeHead({ columns, state, selected, onSelectPage }: EmployeeHeadProps) {
  const t = useTranslations('employees')
  const { filters, change } = state
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
              direction: filters.sort === name ? DIRECTIONS[filters.dir] : undefined,
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

function nextSort({ sort, dir }: PeopleFilters, name: SortColumn): Partial<PeopleFilters> {
  if (sort !== name) return { sort: name, dir: 'asc' }
  return dir === 'asc' ? { sort: name, dir: 'desc' } : { sort: undefined, dir: 'asc' }
}
