'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { PeoplePage } from '#lib/employees/people-contract.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { FilterChips } from './filter-chips.tsx'
import { MoreFilters } from './more-filters.tsx'
import { PeopleSearch } from './people-search.tsx'
import { PeopleTiles } from './people-tiles.tsx'
import { RosterProgress } from './roster-progress.tsx'
import { listNarrowings, type PeopleFiltersState } from './use-people-filters.ts'

type FindBarProps = {
  project: Project
  state: PeopleFiltersState
  /** Meta data of the answer; undefined at first, or after a failure. */
  meta: PeoplePage['meta'] | undefined
  busy: boolean
  /** Controls for how the table looks, not for which employees it contains. */
  children: ReactNode
}

/** Finds employees: the tiles, the search, the rarer filters, and the filters that are set. */
export function FindBar({ project, state, meta, busy, children }: FindBarProps) {
  const t = useTranslations('employees.find')
  const { filters, change } = state
  return (
    <search aria-label={t('region')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <PeopleTiles
        project={project}
        tile={filters.tile}
        counts={meta?.counts}
        onChange={tile => change({ tile })}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <PeopleSearch
          value={filters.q}
          progress={meta}
          among={meta && !busy && filters.q === '' ? meta.total : null}
          busy={busy}
          onSearch={q => change({ q }, { replace: filters.q !== '' })}
        />
        <MoreFilters state={state} />
        {listNarrowings(filters).length > 0 && (
          <FilterChips state={state} shown={filters.q !== '' && meta?.complete ? meta.total : null} />
        )}
        {/* Takes only the rest of the line: it appears and disappears, and nothing may move because of it. */}
        <div className="@container relative min-w-0 flex-1 self-stretch">
          {meta && !meta.complete && <RosterProgress {...meta} />}
        </div>
        <div className="flex items-center gap-2">{children}</div>
      </div>
    </search>
  )
}
