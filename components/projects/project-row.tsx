'use client'

import { useLinkStatus } from 'next/link'
import { useTranslations } from 'use-intl/react'
import { useUser } from '#components/page/connection-provider.tsx'
import { Icon } from '#components/ui/icon.ts'
import { ChevronRightIcon } from '#components/ui/icons.ts'
import { Link } from '#components/ui/link.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { paths } from '#lib/address/paths.ts'
import type { ProjectTask } from '#lib/overview/contract.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import type { StatusCounts } from '#lib/projects/contract.ts'
import { isFinished } from '#lib/projects/sort-projects.ts'
import { canImport } from '#lib/session/permissions.ts'
import { ProjectBar } from './project-bar.tsx'
import { ProjectDeadline, ProjectPeriod } from './project-dates.tsx'
import { ProjectStatus } from './project-status.tsx'
import { ProjectTaskList } from './project-task-list.tsx'

type ProjectRowProps = {
  project: Project
  counts: StatusCounts | undefined
  counting: boolean
  /** Undefined while unknown; empty for a finished project. */
  tasks: readonly ProjectTask[] | undefined
}

/** One project. The whole row is its link, whose name is the project's. */
export function ProjectRow({ project, counts, counting, tasks }: ProjectRowProps) {
  const t = useTranslations('projects')
  const user = useUser()
  const people = counts
    ? Object.values(counts).reduce((sum, count) => sum + count, 0)
    : project.employees_count
  return (
    <li className="relative grid gap-1.5 px-5 py-4 transition-colors first:rounded-t-lg last:rounded-b-lg hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:-outline-offset-2">
      <div className="grid items-start gap-x-4 gap-y-1 lg:gap-x-6 md:grid-cols-[minmax(12rem,1fr)_8rem_minmax(0,17rem)_7rem_1rem]">
        <div className="min-w-0">
          <Link
            href={paths.project(project.id)}
            className="break-words font-medium text-lg leading-6 outline-none after:absolute after:inset-0"
          >
            <UserText>{project.name}</UserText>
            <ProjectLinkPending />
          </Link>
          <p className="text-muted text-sm">
            <UserText>{project.projektnummer}</UserText>
          </p>
        </div>
        <div className="md:pt-0.5">
          <ProjectStatus status={project.status} />
        </div>
        <div className="text-sm md:pt-0.5">
          <p>
            <ProjectDeadline project={project} />
          </p>
          <ProjectPeriod project={project} />
        </div>
        <p className="tabular-nums max-md:text-muted max-md:text-sm md:pt-0.5 md:text-end">
          {people !== null && t('people', { count: people })}
        </p>
        <Icon of={ChevronRightIcon} className="mt-1 size-4 text-muted max-md:hidden" />
      </div>
      {people === 0 && !isFinished(project) && user && canImport(user) && (
        <Link
          href={paths.newImport(project.id)}
          className="relative z-10 w-fit text-accent-text text-sm leading-7 underline-offset-2 hover:underline"
        >
          {t('tasks.import')}
        </Link>
      )}
      {people !== 0 && <ProjectBar counts={counts} counting={counting} />}
      {people !== 0 && !isFinished(project) && (
        <div className="min-h-7">
          {tasks && tasks.length > 0 && <ProjectTaskList projectId={project.id} tasks={tasks} />}
          {tasks?.length === 0 && <p className="text-muted text-sm leading-7">{t('tasks.done')}</p>}
        </div>
      )}
    </li>
  )
}

/** Spinner inside a link while its page is loading. */
function ProjectLinkPending() {
  const { pending } = useLinkStatus()
  return pending ? <Spinner className="ms-2 inline text-muted" /> : null
}
