'use client'

import { useTranslations } from 'use-intl/react'
import { Moment } from '#components/page/moment.tsx'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/address/paths.ts'
import { toPeopleSearch } from '#lib/employees/people-filters.ts'
import { useLocale } from '#lib/i18n/use-locale.ts'
import type { ProjectTask } from '#lib/overview/contract.ts'
import { CopyAddresses } from './copy-addresses.tsx'

type ProjectTaskListProps = { projectId: number; tasks: readonly ProjectTask[] }

/** What there is to do in a project: each line leads to its people, or to the dialog that hands their photos over. */
export function ProjectTaskList({ projectId, tasks }: ProjectTaskListProps) {
  const t = useTranslations('projects.tasks')
  const hasPending = tasks.some(({ kind }) => kind === 'pending')
  return (
    <ul aria-label={t('label')} className="relative z-10 flex w-fit flex-wrap gap-x-5 text-sm">
      {tasks.map(task => (
        <li key={`${task.kind} ${task.since}`} className="flex min-h-7 items-center gap-1">
          <Task projectId={projectId} task={task} among={hasPending ? 'pending' : 'all'} />
        </li>
      ))}
    </ul>
  )
}

type TaskProps = {
  projectId: number
  task: ProjectTask
  /** Whether who is not invited has been counted among those without a photo already. */
  among: 'pending' | 'all'
}

function Task({ projectId, task: { kind, count, target, since }, among }: TaskProps) {
  const t = useTranslations('projects.tasks')
  const locale = useLocale()
  const className = 'text-accent-text underline-offset-2 hover:underline'
  if (kind === 'approved' || kind === 'undelivered')
    return (
      <>
        <Link href={paths.download(projectId)} className={className}>
          {t(kind, { count, system: target?.[locale] ?? '' })}
        </Link>
        {since && <Since words={t('since')} at={since} />}
      </>
    )
  const search = toPeopleSearch({ tile: kind })
  const label = kind === 'uninvited' ? t(kind, { count, among }) : t(kind, { count })
  return (
    <>
      <Link href={paths.project(projectId, search)} className={className}>
        {label}
      </Link>
      {kind !== 'uninvited' && <CopyAddresses projectId={projectId} search={search} of={label} />}
      {since && <Since words={t('firstAdded')} at={since} />}
    </>
  )
}

function Since({ words, at }: { words: string; at: string }) {
  return (
    <span className="text-muted">
      · {words} <Moment at={at} />
    </span>
  )
}
