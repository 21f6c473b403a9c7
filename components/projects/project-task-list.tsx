'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { useMoment } from '#components/page/moment.tsx'
import { cx } from '#components/ui/cx.ts'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/address/paths.ts'
import { toPeopleSearch } from '#lib/employees/people-filters.ts'
import { useLocale } from '#lib/i18n/use-locale.ts'
import type { ProjectTask } from '#lib/overview/contract.ts'
import { CopyAddresses } from './copy-addresses.tsx'

type ProjectTaskListProps = { projectId: number; tasks: readonly ProjectTask[] }

/** Tasks of a project: each line links to its employees, or to the dialog that exports their photos. */
export function ProjectTaskList({ projectId, tasks }: ProjectTaskListProps) {
  const t = useTranslations('projects.tasks')
  const hasPending = tasks.some(({ kind }) => kind === 'pending')
  return (
    <ul
      aria-label={t('label')}
      className="relative z-10 flex w-fit flex-wrap gap-x-5 text-sm max-sm:gap-y-1.5"
    >
      {tasks.map(task => (
        <li key={`${task.kind} ${task.since}`} className="flex min-h-7 items-center gap-1">
          <Task projectId={projectId} task={task} among={hasPending ? 'pending' : 'all'} />
        </li>
      ))}
    </ul>
  )
}

type SinceWords = { when: string; words: string; at: (words: ReactNode) => ReactNode }

type TaskProps = {
  projectId: number
  task: ProjectTask
  /** Whether employees who are not invited are already counted among those without a photo. */
  among: 'pending' | 'all'
}

function Task({ projectId, task: { kind, count, target, since, download }, among }: TaskProps) {
  const t = useTranslations('projects.tasks')
  const locale = useLocale()
  // Links within a sentence must not be recognisable by colour alone.
  const className = cx('text-accent-text underline-offset-2', since ? 'underline' : 'hover:underline')
  const system = target?.[locale] ?? ''
  if (download)
    return (
      <Link href={paths.exports()} className={className}>
        {t('download', { system: target ? 'named' : 'none', name: system, ...download })}
      </Link>
    )
  if (kind === 'approved' || kind === 'undelivered')
    return (
      <p className="text-pretty">
        <Link href={paths.download(projectId, target?.id)} className={className}>
          {t(kind, { count, system })}
        </Link>
        {since && <Since at={since} say={moment => t.rich('since', moment)} />}
      </p>
    )
  const label = kind === 'uninvited' ? t(kind, { count, among }) : t(kind, { count })
  return (
    <>
      <p className="text-pretty">
        <Link href={paths.project(projectId, toPeopleSearch({ tile: kind }))} className={className}>
          {label}
        </Link>
        {since && <Since at={since} say={moment => t.rich('firstAdded', { count, ...moment })} />}
      </p>
      <CopyAddresses projectId={projectId} tile={kind} of={label} />
    </>
  )
}

/** The dot stays with the word before it, so that no line starts with a dot. */
function Since({ at, say }: { at: string; say: (moment: SinceWords) => ReactNode }) {
  const { when, words, exact } = useMoment(at)
  const mark = (words: ReactNode) => (
    <time key={at} className="whitespace-nowrap" dateTime={at} title={exact}>
      {words}
    </time>
  )
  return (
    <span className="text-muted">
      {'\u00a0'}· {say({ when, words, at: mark })}
    </span>
  )
}
