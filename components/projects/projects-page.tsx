import type { ReactNode } from 'react'
import type { ProjectTasks } from '#lib/overview/contract.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { ProjectList as List } from '#lib/portrait-api/contract.ts'
import type { ProjectFilters } from '#lib/projects/project-filters.ts'
import { selectProjects } from '#lib/projects/project-filters.ts'
import { peekStatusCounts } from '#lib/projects/status-counts.ts'
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

/** The list with the numbers that are known already; the others follow, and nothing waits for them. */
export function ProjectsPage({ client, list, filters: { archived }, tasks, notices }: ProjectsPageProps) {
  const { data: projects, unreadable } = list
  const statusCounts = peekStatusCounts(client, selectProjects(projects, { q: '', archived }))
  return (
    <ProjectList
      projects={projects}
      unreadable={unreadable}
      statusCounts={statusCounts}
      countsOfArchived={archived}
      tasks={tasks}
      notices={notices}
    />
  )
}
