'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { BatchEntry } from '#components/batches/batch-entry.tsx'
import { formatBatch } from '#components/batches/format-batch.ts'
import { DeliveryEntry } from '#components/deliveries/delivery-entry.tsx'
import { ExportEntry } from '#components/exports/card/export-entry.tsx'
import { ImportEntry } from '#components/imports/import-entry.tsx'
import { lookAgain, showWork } from '#components/jobs/work.ts'
import { Moment } from '#components/page/moment.tsx'
import { LiveText } from '#components/ui/announce.tsx'
import { Link } from '#components/ui/link.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { paths } from '#lib/address/paths.ts'
import type { Batch } from '#lib/batches/contract.ts'
import type { DeskError } from '#lib/errors.ts'
import { useLocale } from '#lib/i18n/use-locale.ts'
import { isFinished } from '#lib/jobs/is-finished.ts'
import type { WorkItem } from '#lib/work/contract.ts'
import { isUnderWay } from '#lib/work/measure-work.ts'
import { askAboutWork } from './asked-work.ts'

type WorkPanelProps = {
  /** Undefined until the desk has answered for the first time. */
  items: WorkItem[] | undefined
  /** Reason why the last poll failed. */
  problem: DeskError | null
}

/** All running and recently ended jobs: each with its subject, state and actions. */
export default function WorkPanel({ items, problem }: WorkPanelProps) {
  const t = useTranslations('work')
  const sentence = useTranslations('errors')
  const queries = useQueryClient()
  // Opening the panel reads the current state.
  useEffect(() => void lookAgain(queries), [queries])
  return (
    <div className="grid gap-3">
      {problem && (
        <LiveText className="text-sm text-warning">
          {problem.code === 'desk_unreachable' ? t('lost') : sentence(problem.code)}
        </LiveText>
      )}
      {items ? (
        <ul className="-mx-4 grid">
          {items.map(item => (
            <li key={item.job.id} className="border-line border-t px-4 py-3 last:pb-0">
              <WorkEntry item={item} all={items} />
            </li>
          ))}
        </ul>
      ) : (
        !problem && <Skeleton className="h-4 w-2/3" />
      )}
      <p className="-mx-4 border-line border-t px-4 pt-3 text-sm">
        <Link
          href={paths.exports()}
          onClick={() => showWork(false)}
          className="rounded-sm text-accent-text underline underline-offset-2"
        >
          {t('allDownloads')}
        </Link>
      </p>
    </div>
  )
}

function WorkEntry({ item, all }: { item: WorkItem; all: readonly WorkItem[] }) {
  const locale = useLocale()
  const t = useTranslations('work')
  const batches = useTranslations('batches')
  const news = useTranslations('deliveryNews.work')
  const projects = useTranslations('activity')
  const close = () => showWork(false)
  switch (item.kind) {
    case 'export':
      return (
        <Entry item={item} title={t('export')} project={item.job.project.name} system={item.system?.[locale]}>
          <ExportEntry of={item.job} />
        </Entry>
      )
    case 'import':
      return (
        <Entry item={item} title={t('import.title')} project={item.job.project.name}>
          <ImportEntry of={item.job} onCancel={() => askAboutWork(item)} onLeave={close} />
        </Entry>
      )
    case 'delivery':
      return (
        <Entry
          item={item}
          title={news('title')}
          project={item.job.delivery}
          href={paths.delivery(item.job.delivery_id)}
        >
          <DeliveryEntry of={item.job} onLeave={close} />
        </Entry>
      )
    case 'batch':
      return (
        <Entry
          item={item}
          title={formatBatch(item.job, batches)}
          project={item.project ?? projects('projectNumber', { id: String(item.job.project_id) })}
        >
          <BatchEntry of={item.job} undos={listUndos(item.job, all)} onList={() => askAboutWork(item)} />
        </Entry>
      )
  }
}

/** Lists the batches that have undone a bulk change, fully or in part; each shows its number of employees. */
function listUndos({ id }: Batch, all: readonly WorkItem[]): Batch[] {
  const batches = all.flatMap(item => (item.kind === 'batch' ? [item.job] : []))
  return batches.filter(batch => batch.undoes === id && isFinished(batch) && batch.done > 0)
}

type EntryProps = {
  item: WorkItem
  title: string
  project: string
  /** Receiving system of a download. */
  system?: string | undefined
  /** Target of the name's link, if it is not the project. */
  href?: string
  children: ReactNode
}

function Entry({ item, title, project, system, href, children }: EntryProps) {
  const t = useTranslations('work')
  const { project_id, ended_at } = item.job
  return (
    <article
      aria-label={t('entry', { title, project: [project, system].filter(Boolean).join(' · ') })}
      className="grid gap-2"
    >
      <header className="grid gap-0.5">
        <p className="flex items-baseline justify-between gap-3">
          <span className="font-medium">{title}</span>
          {ended_at && !isUnderWay(item) && (
            <span className="text-muted text-sm">
              <Moment at={ended_at} />
            </span>
          )}
        </p>
        <p className="break-words text-muted text-sm">
          <Link
            href={href ?? paths.project(project_id)}
            onClick={() => showWork(false)}
            className="rounded-sm hover:underline"
          >
            <UserText>{project}</UserText>
          </Link>
          {system && ` · ${system}`}
        </p>
      </header>
      {children}
    </article>
  )
}
