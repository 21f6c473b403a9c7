'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { WORK_KEY } from '#components/jobs/work.ts'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { LiveText } from '#components/ui/announce.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { AlertIcon, RetakeIcon } from '#components/ui/icons.ts'
import type { Export } from '#lib/exports/contract.ts'
import { useLocale } from '#lib/i18n/use-locale.ts'
import type { WorkItem } from '#lib/work/contract.ts'
import { ExportPaused } from './export-paused.tsx'
import { ExportPreparing } from './export-preparing.tsx'
import { ExportReady } from './export-ready.tsx'
import { FailedReason } from './failed-reason.tsx'
import { isAskedAnew } from './is-asked-anew.ts'
import { useStartExport } from './use-start-export.ts'

/** One download, from its start to its end. */
export function ExportEntry({ of: job }: { of: Export }) {
  if (job.state === 'ready') return <ExportReady ready={job} />
  if (job.state === 'paused') return <ExportPaused paused={job} />
  if (job.state === 'preparing') return <ExportPreparing preparing={job} />
  return <ExportEnded of={job} />
}

/** An export that failed or was cancelled, or whose archive has expired: the reason, and a button to export again. */
function ExportEnded({ of: job }: { of: Export }) {
  const t = useTranslations('exports.card')
  const { state, done, total } = job
  return (
    <>
      <p className="flex items-center gap-2 font-medium">
        <Icon of={AlertIcon} className={state === 'failed' ? 'size-4 text-danger' : 'size-4 text-muted'} />
        {state === 'failed' ? t('failed') : state === 'expired' ? t('expired') : t('cancelled')}
      </p>
      <p className="text-muted text-sm">
        {state === 'failed' ? <FailedReason of={job} /> : null}
        {state === 'expired' && t('expiredText')}
        {state === 'cancelled' && t('cancelledText', { done, total: total ?? 0 })}
      </p>
      <ExportAgain of={job} />
    </>
  )
}

/**
 * Starts the same export again; a page that lists downloads then gets a new row. If a repeat exists already, a note
 * replaces the button: two equal exports would wait for each other.
 */
export function ExportAgain({ of }: { of: Export }) {
  const t = useTranslations('exports.card')
  const { data: work } = useQuery<WorkItem[]>({ queryKey: WORK_KEY, enabled: false })
  const sentence = useErrorSentence()
  const locale = useLocale()
  const router = useRouter()
  const start = useStartExport()
  if (isAskedAnew(of, work)) return <p className="text-muted text-sm">{t('startedAgain')}</p>
  return (
    <>
      <Button
        size="small"
        className="justify-self-start"
        ownPress
        busy={start.isPending}
        onClick={() => start.mutate({ ...of.request, locale }, { onSuccess: () => router.refresh() })}
      >
        <Icon of={RetakeIcon} />
        {t('startAgain')}
      </Button>
      {start.error && <LiveText className="text-danger text-sm">{sentence(start.error)}</LiveText>}
    </>
  )
}
