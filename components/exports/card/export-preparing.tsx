'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { JobProgress } from '#components/jobs/job-progress.tsx'
import { LiveText } from '#components/ui/announce.tsx'
import { Button } from '#components/ui/button.tsx'
import type { Export } from '#lib/exports/contract.ts'
import { canNotify, notifyWhenReady, useIsNotified } from './pending-downloads.ts'
import { useCancelExport } from './use-export.ts'

/** "212 of 480 · 1 missing · about 2 min left": counts photos, because users think in photos. */
export function ExportPreparing({ preparing }: { preparing: Export }) {
  const t = useTranslations('exports.card')
  const { id, total, done, failed, gone, beside } = preparing
  const cancel = useCancelExport(id)
  const facts = [
    total === null ? t('listing') : t('progress', { done, total }),
    failed > gone && t('failedCount', { count: failed - gone }),
    total !== null && toRemaining(preparing.eta_seconds, t),
  ]
  return (
    <JobProgress
      label={t('progressLabel')}
      done={done + failed}
      total={total}
      facts={facts}
      cancel={cancel}
      cancelLabel={cancel.isPending ? t('cancelling') : t('cancel')}
      action={<NotifyButton id={id} />}
    >
      {beside > 0 && <p className="text-muted text-sm">{t('beside', { count: beside })}</p>}
    </JobProgress>
  )
}

type Texts = ReturnType<typeof useTranslations<'exports.card'>>

function toRemaining(etaSeconds: number | null, t: Texts): string | null {
  if (etaSeconds === null) return null
  return etaSeconds < 60 ? t('seconds') : t('minutes', { minutes: Math.round(etaSeconds / 60) })
}

/** Asks the browser for the notification permission only after the user has asked for a notification. */
function NotifyButton({ id }: { id: string }) {
  const t = useTranslations('exports.card')
  const [denied, setDenied] = useState(false)
  const asked = useIsNotified(id)
  if (!canNotify()) return null

  async function ask() {
    const granted = (await Notification.requestPermission()) === 'granted'
    setDenied(!granted)
    if (granted) notifyWhenReady(id)
  }

  if (asked || denied)
    return <LiveText className="text-muted text-sm">{asked ? t('notifyOn') : t('notifyDenied')}</LiveText>
  return (
    <Button variant="quiet" size="small" className="-ms-2.5 justify-self-start" onClick={ask}>
      {t('notify')}
    </Button>
  )
}
