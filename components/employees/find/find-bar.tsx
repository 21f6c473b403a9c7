'use client'

import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslations } from 'use-intl/react'
import { ornament, whenOnline } from '#components/ui/browser/when-online.ts'
import type { PeoplePage } from '#lib/employees/people-contract.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { MoreFilters } from './more-filters.tsx'
import { PeopleSearch } from './people-search.tsx'
import { PeopleTiles } from './people-tiles.tsx'
import { listNarrowings, type PeopleFiltersState } from './use-people-filters.ts'

const FilterChips = lazy(whenOnline(() => import('./filter-chips.tsx')))
const RosterProgress = lazy(ornament(() => import('./roster-progress.tsx')))

type FindBarProps = {
  project: Project
  state: PeopleFiltersState
  /** What is known of the answer; nothing at first, or when it failed. */
  meta: PeoplePage['meta'] | undefined
  busy: boolean
  /** Controls for how the table looks, not for who is in it. */
  children: ReactNode
}

/** Find anyone: the tiles, the search, the rarer filters, and which of them are set. */
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
          <Suspense>
            <FilterChips state={state} shown={filters.q !== '' && meta?.complete ? meta.total : null} />
          </Suspense>
        )}
        {/* What is left of the line and no more: it comes and goes, and nothing may move for that. */}
        <div className="@container relative min-w-0 flex-1 self-stretch">
          {meta && !meta.complete && (
            <Suspense>
              <RosterProgress {...meta} />
            </Suspense>
          )}
        </div>
        <div className="flex items-center gap-2">{children}</div>
      </div>
    </search>
  )
}
