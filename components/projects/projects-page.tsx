import type { ReactNode } from 'react'
import { KnownAnswers } from '#components/page/known-answers.tsx'
import { OldList } from '#components/page/old-list.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'
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
  /** Tasks, as far as they are known. */
  tasks: ProjectTasks
  /** Other notices for the user. */
  notices: ReactNode
}

/**
 * The list with the numbers that are already known; the others follow without delaying the page. Of a cached answer
 * and one that comes with the page, the newer counts.
 */
export async function ProjectsPage({
  client,
  list,
  filters: { archived },
  tasks,
  notices,
}: ProjectsPageProps) {
  const { data: projects, unreadable } = list
  const statusCounts = peekStatusCounts(client, selectProjects(projects, { q: '', archived }))
  const t = await getTranslations('projects')
  return (
    <KnownAnswers
      answers={[
        [statusCountsKey({ archived }), statusCounts],
        [projectTasksKey(statusCounts), tasks],
      ]}
    >
      <ProjectList
        projects={sortByNeed(projects, { tasks, counts: statusCounts.counts })}
        notices={
          <>
            <OldList asOf={client.recent.projectsAsOf()} />
            {notices}
            {unreadable > 0 && (
              <Alert>{t('unreadable', { unreadable, total: projects.length + unreadable })}</Alert>
            )}
          </>
        }
      />
    </KnownAnswers>
  )
}
