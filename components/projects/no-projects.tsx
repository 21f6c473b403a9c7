import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import type { Project } from '#lib/portrait-api/contract.ts'
import { PROJECT_SEARCH_MAX, type ProjectFilters } from '#lib/projects/project-filters.ts'

type NoProjectsProps = {
  projects: readonly Project[]
  filters: ProjectFilters
  change: (next: Partial<ProjectFilters>) => void
}

/** Explains an empty list of projects, and offers a remedy. */
export function NoProjects({ projects, filters, change }: NoProjectsProps) {
  const t = useTranslations('projects')
  if (projects.length === 0) return <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
  if (filters.q)
    return (
      <EmptyState
        title={t('nothing.title')}
        action={<Button onClick={() => change({ q: '' })}>{t('nothing.clear')}</Button>}
      >
        {t('nothing.text', { query: filters.q.slice(0, PROJECT_SEARCH_MAX) })}
      </EmptyState>
    )
  return (
    <EmptyState
      title={t('noMatch.title')}
      action={<Button onClick={() => change({ archived: true })}>{t('showArchivedNow')}</Button>}
    >
      {t('noMatch.text', { count: projects.length })}
    </EmptyState>
  )
}
