'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { WorkProgress } from '#components/shell/work-progress.tsx'
import { Button } from '#components/ui/button.tsx'
import type { Export } from '#lib/exports/contract.ts'
import { notifyWhenReady } from './change-running-exports.ts'
import { useRunningExports } from './running-exports.ts'
import { canNotify } from './tell-end.ts'
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

/** Asks the browser for notifications only when a person has asked for one. */
function NotifyButton({ id }: { id: string }) {
  const t = useTranslations('exports.card')
  const [denied, setDenied] = useState(false)
  const asked = useRunningExports().some(running => running.id === id && running.notify)
  if (!canNotify()) return null

  async function ask() {
    const granted = (await Notification.requestPermission()) === 'granted'
    setDenied(!granted)
    if (granted) notifyWhenReady(id)
  }

  if (asked || denied)
    return (
      <p role="status" className="text-muted text-sm">
        {asked ? t('notifyOn') : t('notifyDenied')}
      </p>
    )
  return (
    <Button variant="quiet" size="small" className="-ms-2.5 justify-self-start" onClick={ask}>
      {t('notify')}
    </Button>
  )
}
