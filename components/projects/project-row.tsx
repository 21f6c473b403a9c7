'use client'

import Link from 'next/link'
import { useFormatter, useTranslations } from 'use-intl/react'
import { ChevronRightIcon } from '#components/ui/icons.tsx'
import { paths } from '#lib/paths.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { parseDay } from './calendar-day.ts'
import { ProjectDeadline } from './project-deadline.tsx'
import { ProjectLinkPending } from './project-link-pending.tsx'
import { ProjectStatus } from './project-status.tsx'

/** One project. The whole row is its link, and the link is called like the project. */
export function ProjectRow({ project }: { project: Project }) {
  const t = useTranslations('projects')
  const format = useFormatter()
  return (
    <li className="relative grid items-center gap-x-6 gap-y-1.5 px-5 py-4 md:grid-cols-[minmax(0,1fr)_7rem_16rem_6.5rem_1rem] transition-colors first:rounded-t-lg last:rounded-b-lg hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:-outline-offset-2">
      <div className="min-w-0">
        <Link
          href={paths.project(project.id)}
          className="font-medium text-lg leading-6 outline-none after:absolute after:inset-0"
        >
          {project.name}
          <ProjectLinkPending />
        </Link>
        <p className="text-muted text-sm">{project.projektnummer}</p>
      </div>
      <ProjectStatus status={project.status} />
      <div className="text-sm">
        <p>
          <ProjectDeadline project={project} />
        </p>
        {project.start_date && (
          <p className="text-muted">
            {t('starts', {
              date: format.dateTime(parseDay(project.start_date), 'day', { timeZone: 'UTC' }),
            })}
          </p>
        )}
      </div>
      <p className="md:text-end">{t('people', { count: project.employees_count })}</p>
      <ChevronRightIcon className="size-4 text-muted max-md:hidden" />
    </li>
  )
}
