'use client'

import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { PauseIcon } from '#components/ui/icons.ts'
import { Progress } from '#components/ui/progress.tsx'
import type { Batch } from '#lib/batches/contract.ts'
import { toDeskError } from '#lib/errors.ts'
import { useCancelBatch } from './use-batch.ts'

type BatchRunningProps = {
  id: string
  /** Undefined until the desk has answered for the first time. */
  batch: Batch | undefined
  lost: boolean
}

/** "Deleting 12 people: 5 of 12 · 1 failed · less than a minute left". */
export function BatchRunning({ id, batch, lost }: BatchRunningProps) {
  const t = useTranslations('batches')
  const sentence = useTranslations('errors')
  const cancel = useCancelBatch(id)
  const { total = 0, done = 0, failed = 0, eta_seconds: eta = null } = batch ?? {}
  const facts = [
    t('progress', { done, total }),
    failed > 0 && t('failed', { count: failed }),
    batch?.state === 'running' && eta !== null && t('remaining', { minutes: Math.round(eta / 60) }),
  ].filter(Boolean)
  return (
    <>
      <p className="font-medium">{batch ? t(`doing.${batch.action}`, { count: total }) : t('starting')}</p>
      <Progress label={t('progressLabel')} value={done + failed} max={batch ? total : null} />
      <div className="flex items-center justify-between gap-3">
        <p className="text-sm tabular-nums">{batch && facts.join(' · ')}</p>
        <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('cancel')}
        </Button>
      </div>
      {batch?.state === 'paused' && (
        <p role="status" className="flex gap-2 text-sm">
          <PauseIcon className="mt-0.5 size-4 shrink-0 text-warning" />
          {t(`pauses.${batch.pause_reason ?? 'service_unreachable'}`)}
        </p>
      )}
      {lost && <p className="text-sm text-warning">{t('lost')}</p>}
      {cancel.error && (
        <p role="alert" className="text-danger text-sm">
          {sentence(toDeskError(cancel.error).code)}
        </p>
      )}
    </>
  )
}
