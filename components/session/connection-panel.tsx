'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import type { Connection } from '#lib/session/contract.ts'
import { ConnectForm } from './connect-form.tsx'
import { ConnectedState } from './connected-state.tsx'

type ConnectionPanelProps = {
  initial: Connection
  /** Whether this person may change the connection. */
  allowed: boolean
}

/** Asks for the key, or says who has connected the desk. The result appears in place of the form. */
export function ConnectionPanel({ initial, allowed }: ConnectionPanelProps) {
  const t = useTranslations('connect')
  const router = useRouter()
  const [connection, setConnection] = useState(initial)

  function change(next: Connection) {
    setConnection(next)
    router.refresh()
  }

  if (connection.connected)
    return <ConnectedState connection={connection} allowed={allowed} onDisconnected={change} />
  if (!allowed)
    return (
      <Alert tone="warning" title={t('askAdmin.title')}>
        {t('askAdmin.text')}
      </Alert>
    )
  return (
    <div className="grid gap-5">
      <ol className="grid list-decimal gap-1.5 ps-5 text-muted marker:text-muted">
        <li className="ps-1">{t('how')}</li>
        <li className="ps-1">{t('once')}</li>
        <li className="ps-1">{t('safe')}</li>
      </ol>
      <ConnectForm onConnected={change} />
    </div>
  )
}
