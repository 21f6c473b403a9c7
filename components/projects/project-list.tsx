'use client'

import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { PageHeader } from '#components/page/page-header.tsx'
import { useAddressSearch } from '#components/page/use-address-search.ts'
import { LiveText } from '#components/ui/announce.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { paths } from '#lib/address/paths.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import {
  type ProjectFilters,
  parseProjectFilters,
  selectProjects,
  toProjectSearch,
} from '#lib/projects/project-filters.ts'
import { isFinished } from '#lib/projects/sort-projects.ts'
import { NoProjects } from './no-projects.tsx'
import { OrderAnew } from './order-anew.tsx'
import { ProjectFilterBar } from './project-filter-bar.tsx'
import { ProjectRow } from './project-row.tsx'
import { useProjectTasks } from './use-project-tasks.ts'
import { useStatusCounts } from './use-status-counts.ts'

type ProjectListProps = {
  /** In the order of urgency when the page was rendered: no row moves when numbers arrive. */
  projects: Project[]
  /** Notices above the list. */
  notices: ReactNode
}

/** List of all projects with their progress. */
export function ProjectList({ projects, notices }: ProjectListProps) {
  const t = useTranslations('projects')
  const { filters, change } = useProjectFilters()
  const counted = useStatusCounts({ archived: filters.archived })
  const { counts, complete } = counted
  const archivedCount = projects.filter(project => project.status === 'archived').length
  const tasks = useProjectTasks(counted)
  const [wasCounting] = useState(!complete)
  const list = useRef<HTMLDivElement>(null)
  const shown = selectProjects(projects, filters)
  const groups = [
    { key: 'open', list: shown.filter(project => !isFinished(project)) },
    { key: 'over', list: shown.filter(isFinished) },
  ] as const

  return (
    <>
      <PageHeader
        title={t('title')}
        facts={
          <LiveText as="span" about="projects" known>
            {t('count', { count: shown.length })}
          </LiveText>
        }
        actions={
          projects.length > 0 && (
            <ProjectFilterBar filters={filters} archivedCount={archivedCount} onChange={change} />
          )
        }
      />
      <div className="mt-5 grid gap-3 empty:hidden">{notices}</div>
      <div ref={list}>
        {groups
          .filter(({ list }) => list.length > 0)
          .map(({ key, list }) => (
            <section key={key} aria-labelledby={`projects-${key}`}>
              <h2 id={`projects-${key}`} className="mt-6 mb-2 font-medium text-muted text-sm">
                {t(`groups.${key}`)}
              </h2>
              <Panel>
                <ul aria-labelledby={`projects-${key}`} className="divide-y divide-line">
                  {list.map(project => (
                    <ProjectRow
                      key={project.id}
                      project={project}
                      counts={counts[project.id]}
                      counting={!complete}
                      tasks={tasks[project.id]}
                    />
                  ))}
                </ul>
              </Panel>
            </section>
          ))}
      </div>
      {wasCounting && complete && <OrderAnew list={list} />}
      {shown.length === 0 && (
        <Panel className="mt-5">
          <NoProjects {...{ projects, filters, change }} />
        </Panel>
      )}
    </>
  )
}

/** Keeps the list's filters in the address. Typing replaces the history entry, a choice adds one. */
function useProjectFilters() {
  const { search, put } = useAddressSearch(paths.projects)
  const filters = parseProjectFilters(new URLSearchParams(search))

  function change(next: Partial<ProjectFilters>): void {
    put(toProjectSearch({ ...filters, ...next }), { replace: 'q' in next })
  }

  return { filters, change }
}
