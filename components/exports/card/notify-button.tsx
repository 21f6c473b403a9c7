'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { notifyWhenReady } from './change-running-exports.ts'
import { useRunningExports } from './running-exports.ts'
import { canNotify } from './tell-end.ts'

/** Asks the browser for notifications only when a person has asked for one. */
export function NotifyButton({ id }: { id: string }) {
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
