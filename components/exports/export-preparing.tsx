'use client'

import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { Progress } from '#components/ui/progress.tsx'
import { toDeskError } from '#lib/errors.ts'
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
  const sentence = useTranslations('errors')
  const cancel = useCancelExport(id)
  const total = preparing?.total ?? null
  const done = preparing?.done ?? 0
  const failed = preparing?.failed ?? 0
  const facts = [
    total === null ? t('listing') : t('progress', { done, total }),
    failed > 0 && t('failedCount', { count: failed }),
    total !== null && toRemaining(preparing?.eta_seconds ?? null, t),
  ].filter(Boolean)
  const beside = preparing?.beside ?? 0
  return (
    <>
      <Progress label={t('progressLabel')} value={done + failed} max={total} />
      <p className="text-sm tabular-nums" data-testid="export-progress">
        {facts.join(' · ')}
      </p>
      {beside > 0 && <p className="text-muted text-sm">{t('beside', { count: beside })}</p>}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <NotifyButton id={id} />
        <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate()} className="ms-auto">
          {cancel.isPending ? t('cancelling') : t('cancel')}
        </Button>
      </div>
      {lost && <p className="text-sm text-warning">{t('lost')}</p>}
      {cancel.error && (
        <p role="alert" className="text-danger text-sm">
          {sentence(toDeskError(cancel.error).code)}
        </p>
      )}
    </>
  )
}

type Texts = ReturnType<typeof useTranslations<'exports.card'>>

function toRemaining(etaSeconds: number | null, t: Texts): string | null {
  if (etaSeconds === null) return null
  return etaSeconds < 60 ? t('seconds') : t('minutes', { minutes: Math.round(etaSeconds / 60) })
}
