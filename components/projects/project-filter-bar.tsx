'use client'

import { useTranslations } from 'use-intl/react'
import { SearchField } from '#components/ui/field/search-field.tsx'
import { Switch } from '#components/ui/field/switch.tsx'
import { useTypedSearch } from '#components/ui/field/use-typed-search.ts'
import { PROJECT_SEARCH_MAX, type ProjectFilters } from '#lib/projects/project-filters.ts'

type ProjectFilterBarProps = {
  filters: ProjectFilters
  archivedCount: number
  onChange: (change: Partial<ProjectFilters>) => void
}

/** Search by name or number, and a switch that shows archived projects. */
export function ProjectFilterBar({ filters, archivedCount, onChange }: ProjectFilterBarProps) {
  const t = useTranslations('projects')
  const field = useTypedSearch({ value: filters.q, quietMs: 0, onSearch: q => onChange({ q }) })
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      {archivedCount > 0 && (
        <Switch
          label={t('showArchived', { count: archivedCount })}
          checked={filters.archived}
          onChange={event => onChange({ archived: event.target.checked })}
          className="gap-2.5 flex-row-reverse text-sm"
        />
      )}
      <SearchField
        label={t('search')}
        placeholder={t('search')}
        maxLength={PROJECT_SEARCH_MAX}
        {...field}
        className="w-full sm:w-64"
      />
    </div>
  )
}
