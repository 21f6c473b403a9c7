'use client'

import { useTranslations } from 'use-intl/react'
import { WorkProgress } from '#components/shell/work-progress.tsx'
import { PauseIcon } from '#components/ui/icons.ts'
import type { Batch } from '#lib/batches/contract.ts'
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
  const cancel = useCancelBatch(id)
  const { total = 0, done = 0, failed = 0, eta_seconds: eta = null } = batch ?? {}
  const facts = [
    batch !== undefined && t('progress', { done, total }),
    failed > 0 && t('failed', { count: failed }),
    batch?.state === 'running' && eta !== null && t('remaining', { minutes: Math.round(eta / 60) }),
  ]
  return (
    <>
      <p className="font-medium">{batch ? t(`doing.${batch.action}`, { count: total }) : t('starting')}</p>
      <WorkProgress
        label={t('progressLabel')}
        done={done + failed}
        total={batch ? total : null}
        facts={facts}
        lost={lost && t('lost')}
        cancel={cancel}
        cancelLabel={t('cancel')}
      >
        {batch?.state === 'paused' && (
          <p role="status" className="flex gap-2 text-sm">
            <PauseIcon className="mt-0.5 size-4 shrink-0 text-warning" />
            {t(`pauses.${batch.pause_reason ?? 'service_unreachable'}`)}
          </p>
        )}
      </WorkProgress>
    </>
  )
}
