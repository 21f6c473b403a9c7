'use client'

import { useTranslations } from 'use-intl/react'
import { WorkProgress } from '#components/shell/work-progress.tsx'
import type { Export } from '#lib/exports/contract.ts'
import { NotifyButton } from './notify-button.tsx'
import { useCancelExport } from './use-export.ts'

type ExportPreparingProps = {
  id: string
  /** Undefined until the desk has answered for the first time. */
  preparing: Export | undefined
  lost: boolean
}

/** "212 of 480 · 1 missing · about 2 min left": photos are counted, because people think in photos. */
export function ExportPreparing({ id, preparing, lost }: ExportPreparingProps) {
  const t = useTranslations('exports.card')
  const cancel = useCancelExport(id)
  const total = preparing?.total ?? null
  const done = preparing?.done ?? 0
  const failed = preparing?.failed ?? 0
  const facts = [
    total === null ? t('listing') : t('progress', { done, total }),
    failed > 0 && t('failedCount', { count: failed }),
    total !== null && toRemaining(preparing?.eta_seconds ?? null, t),
  ]
  const beside = preparing?.beside ?? 0
  return (
    <WorkProgress
      label={t('progressLabel')}
      done={done + failed}
      total={total}
      facts={facts}
      lost={lost && t('lost')}
      cancel={cancel}
      cancelLabel={cancel.isPending ? t('cancelling') : t('cancel')}
      action={<NotifyButton id={id} />}
    >
      {beside > 0 && <p className="text-muted text-sm">{t('beside', { count: beside })}</p>}
    </WorkProgress>
  )
}

type Texts = ReturnType<typeof useTranslations<'exports.card'>>

function toRemaining(etaSeconds: number | null, t: Texts): string | null {
  if (etaSeconds === null) return null
  return etaSeconds < 60 ? t('seconds') : t('minutes', { minutes: Math.round(etaSeconds / 60) })
}
