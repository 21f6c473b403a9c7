'use client'

import { useTranslations } from 'use-intl/react'
import { toWait } from '#components/exports/card/to-wait.ts'
import { Alert } from '#components/ui/alert.tsx'
import { cx } from '#components/ui/cx.ts'
import { ClockIcon } from '#components/ui/icons.ts'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { UNKNOWN_STATUS } from '#lib/exports/problems.ts'
import { ReadyChecks } from './ready-checks.tsx'
import type { ExportFormState } from './use-export-form.ts'

type ExportOutlookProps = { projectId: number; state: ExportFormState; onLeave: () => void }

/** What should be looked at before, how many files it will be, and how long it takes. */
export function ExportOutlook({ projectId, state: { plan }, onLeave }: ExportOutlookProps) {
  const t = useTranslations('exports.dialog')
  const { data, isPlaceholderData, error } = plan
  if (error) return null
  if (!data) return <Skeleton shape="box" className="h-20 w-full" />
  const { people, files, parts, calls, calls_per_minute: perMinute, eta_seconds: seconds, checks } = data
  const wait = calls === 0 ? t('time.ready') : t('time.wait', { wait: toWait(t, seconds), perMinute })
  return (
    <div
      aria-busy={isPlaceholderData}
      className={cx('grid gap-4 transition-opacity', isPlaceholderData && 'opacity-50')}
    >
      <ReadyChecks projectId={projectId} checks={checks} people={people} onLeave={onLeave} />
      {people === 0 ? (
        <Alert>{t(checks.some(({ code }) => code === UNKNOWN_STATUS) ? 'heldBack' : 'nobody')}</Alert>
      ) : (
        <p className="flex gap-2 text-sm tabular-nums" data-testid="export-time">
          <ClockIcon className="mt-0.5 size-4 shrink-0 text-muted" />
          <span>
            {t('files', { people, files: files === people ? 0 : files, parts })} {wait}
          </span>
        </p>
      )}
    </div>
  )
}
