'use client'

import { useTranslations } from 'use-intl/react'
import { Said } from '#components/ui/announce.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { PauseIcon } from '#components/ui/icons.ts'
import { Progress } from '#components/ui/progress.tsx'
import { toDeskError } from '#lib/errors.ts'
import type { Export } from '#lib/exports/contract.ts'
import { useCancelExport, useResumeExport } from './use-export.ts'

/** Why it waits, how far it has come, and the two ways on. */
export function ExportPaused({ paused }: { paused: Export }) {
  const t = useTranslations('exports.card')
  const sentence = useTranslations('errors')
  const resume = useResumeExport(paused.id)
  const cancel = useCancelExport(paused.id)
  const problem = resume.error ?? cancel.error
  const { total, done, failed, pause_reason: reason } = paused
  return (
    <>
      {total !== null && <Progress label={t('progressLabel')} value={done + failed} max={total} />}
      <div className="grid gap-1">
        <p className="flex items-center gap-2 font-medium">
          <Icon of={PauseIcon} className="size-4 text-warning" />
          {t(reason === 'service_unreachable' ? 'waits' : 'paused')}
          {total !== null && (
            <span className="font-normal text-muted text-sm tabular-nums">
              {[t('progress', { done, total }), failed > 0 && t('failedCount', { count: failed })]
                .filter(Boolean)
                .join(' · ')}
            </span>
          )}
        </p>
        {reason && <p className="text-muted text-sm">{t(`pauses.${reason}`)}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {paused.may_download && (
          <Button size="small" busy={resume.isPending} onClick={() => resume.mutate()}>
            {resume.isPending ? t('goingOn') : t('goOn')}
          </Button>
        )}
        <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {cancel.isPending ? t('cancelling') : t('cancel')}
        </Button>
      </div>
      {problem && <Said className="text-danger text-sm">{sentence(toDeskError(problem).code)}</Said>}
    </>
  )
}
