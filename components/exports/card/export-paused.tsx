'use client'

import { useTranslations } from 'use-intl/react'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { LiveText } from '#components/ui/announce.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { PauseIcon } from '#components/ui/icons.ts'
import { Progress } from '#components/ui/progress.tsx'
import type { Export } from '#lib/exports/contract.ts'
import { CancelExport } from './cancel-export.tsx'
import { useResumeExport } from './use-export.ts'

/** A paused export: its progress, the reason of the pause, and the buttons to continue or cancel. */
export function ExportPaused({ paused }: { paused: Export }) {
  const t = useTranslations('exports.card')
  const { total, done, failed, gone, pause_reason: reason } = paused
  return (
    <>
      {total !== null && <Progress label={t('progressLabel')} value={done + failed} max={total} />}
      <p className="flex items-center gap-2 font-medium">
        <Icon of={PauseIcon} className="size-4 text-warning" />
        {t(reason === 'service_unreachable' ? 'waits' : 'paused')}
        {total !== null && (
          <span className="font-normal text-muted text-sm tabular-nums">
            {[t('progress', { done, total }), failed > gone && t('failedCount', { count: failed - gone })]
              .filter(Boolean)
              .join(' · ')}
          </span>
        )}
      </p>
      <WaysOn of={paused} />
    </>
  )
}

/** The reason of the pause and its remedy, "Continue" for users who may have the photos, and "Cancel". */
export function WaysOn({ of: paused }: { of: Export }) {
  const t = useTranslations('exports.card')
  const sentence = useErrorSentence()
  const resume = useResumeExport(paused.id)
  const { pause_reason: reason } = paused
  return (
    <>
      {reason && <p className="text-muted text-sm">{t(`pauses.${reason}`)}</p>}
      <div className="flex flex-wrap gap-2">
        {paused.may_download && (
          <Button size="small" ownPress busy={resume.isPending} onClick={() => resume.mutate()}>
            {resume.isPending ? t('goingOn') : t('goOn')}
          </Button>
        )}
        <CancelExport of={paused} />
      </div>
      {resume.error && <LiveText className="text-danger text-sm">{sentence(resume.error)}</LiveText>}
    </>
  )
}
