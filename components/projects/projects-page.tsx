import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ProjectTasks } from '#lib/overview/contract.ts'
import { sortByNeed } from '#lib/overview/sort-by-need.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { ProjectList as List } from '#lib/portrait-api/contract.ts'
import type { ProjectFilters } from '#lib/projects/project-filters.ts'
import { selectProjects } from '#lib/projects/project-filters.ts'
import { peekStatusCounts } from '#lib/projects/status-counts.ts'
import { projectTasksKey, statusCountsKey } from './keys.ts'
import { ProjectList } from './project-list.tsx'

type ProjectsPageProps = {
  client: PortraitClient
  list: List
  filters: ProjectFilters
  /** What there is to do, as far as it is known. */
  tasks: ProjectTasks
  /** What else waits for somebody. */
  notices: ReactNode
}

/**
 * The list with the numbers that are known already; the others follow, and nothing waits for them. Of what a browser has read
 * before and what comes with the page, the newer counts.
 */
export function ProjectsPage({ client, list, filters: { archived }, tasks, notices }: ProjectsPageProps) {
  const { data: projects, unreadable } = list
  const statusCounts = peekStatusCounts(client, selectProjects(projects, { q: '', archived }))
  const queries = new QueryClient()
  queries.setQueryData(statusCountsKey({ archived }), statusCounts)
  queries.setQueryData(projectTasksKey(statusCounts), tasks)
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <ProjectList
        projects={sortByNeed(projects, { tasks, counts: statusCounts.counts })}
        unreadable={unreadable}
        notices={notices}
      />
    </HydrationBoundary>
  )
}
