'use client'

import { useTranslations } from 'use-intl/react'
import { WorkCard } from '#components/shell/work-card.tsx'
import { moveFocus } from '#components/ui/browser/focus.ts'
import { AlertIcon } from '#components/ui/icons.ts'
import { isErrorCode, isLastWord, toDeskError } from '#lib/errors.ts'
import { isOver } from '#lib/jobs/is-over.ts'
import { dismissExport } from './change-running-exports.ts'
import { ExportPaused } from './export-paused.tsx'
import { ExportPreparing } from './export-preparing.tsx'
import { ExportReady } from './export-ready.tsx'
import type { RunningExport } from './running-export-schema.ts'
import { OPEN_BUTTON_ID } from './running-exports.ts'
import { useExport } from './use-export.ts'

/** One download, from its start to its end. */
export default function ExportCard({ running }: { running: RunningExport }) {
  const t = useTranslations('exports.card')
  const { data, error } = useExport(running.id)
  const problem = error ? toDeskError(error) : null
  const refused = isLastWord(problem) ? problem : null
  const over = refused !== null || (data !== undefined && isOver(data))

  function dismiss() {
    moveFocus(`#${OPEN_BUTTON_ID}`, 'h1')
    dismissExport(running.id)
  }

  return (
    <WorkCard
      label={t('label', { project: running.project })}
      project={running.project}
      dismiss={over ? { label: t('dismiss'), onDismiss: dismiss } : null}
    >
      <p aria-live="polite" className="sr-only">
        {data?.state === 'ready' && t('announceReady', { project: running.project })}
      </p>
      {refused ? (
        <ExportEnded state="failed" code={refused.code === 'not_found' ? 'export_gone' : refused.code} />
      ) : data?.state === 'ready' ? (
        <ExportReady ready={data} />
      ) : data?.state === 'failed' || data?.state === 'cancelled' || data?.state === 'expired' ? (
        <ExportEnded state={data.state} code={data.error} failed={data.done > 0 ? 0 : data.failed} />
      ) : data?.state === 'paused' ? (
        <ExportPaused paused={data} />
      ) : (
        <ExportPreparing id={running.id} preparing={data} lost={problem !== null} />
      )}
    </WorkCard>
  )
}

type ExportEndedProps = {
  state: 'failed' | 'cancelled' | 'expired'
  /** Code of the error that ended it; `export_gone` when the desk does not know it any more. */
  code: string | null
  /** Photos that could not be fetched, where there is not a single one. */
  failed?: number
}

function ExportEnded({ state, code, failed = 0 }: ExportEndedProps) {
  const t = useTranslations('exports.card')
  const sentence = useTranslations('errors')
  return (
    <div role="alert" className="grid gap-1">
      <p className="flex items-center gap-2 font-medium">
        <AlertIcon className={state === 'failed' ? 'size-4 text-danger' : 'size-4 text-muted'} />
        {t(state)}
      </p>
      <p className="text-muted text-sm">{getReason()}</p>
    </div>
  )

  function getReason(): string {
    if (state === 'cancelled') return t('cancelledText')
    if (state === 'expired') return t('expiredText')
    if (code === 'export_gone') return t('gone')
    const reason = sentence(code && isErrorCode(code) ? code : 'internal')
    return failed === 0 ? reason : t('noneText', { count: failed, reason })
  }
}
