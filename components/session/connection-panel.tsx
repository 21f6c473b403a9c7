'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { paths } from '#lib/paths.ts'
import type { Connection, ConnectReason } from '#lib/session/contract.ts'
import { ConnectForm } from './connect-form.tsx'
import { ConnectedState } from './connected-state.tsx'

type ConnectionPanelProps = {
  /** The connection as the server knows it. */
  connection: Connection
  /** Whether this person may change the connection. */
  allowed: boolean
  /** Why the key that the desk has does not serve any more. */
  reason?: ConnectReason | undefined
  /** Where the person wanted to go. */
  returnTo?: string | undefined
}

/** Asks for the key, or says who has connected the desk. The result appears in place of the form. */
export function ConnectionPanel({ connection: initial, allowed, reason, returnTo }: ConnectionPanelProps) {
  const t = useTranslations('connect')
  const sentence = useTranslations('errors')
  const router = useRouter()
  const [changed, setChanged] = useState<Connection | null>(null)
  const connection = changed ?? initial
  const trouble = changed || connection.by === 'practice' || !connection.connected ? undefined : reason

  /** The reason leaves the address too: a reload must not bring it back. */
  function change(next: Connection) {
    setChanged(next)
    window.history.replaceState(null, '', paths.connect({ returnTo }))
    router.refresh()
  }

  if (connection.connected && !trouble)
    return (
      <ConnectedState connection={connection} allowed={allowed} returnTo={returnTo} onDisconnected={change} />
    )
  if (trouble && (connection.by === 'operator' || !allowed))
    return (
      <Alert tone="warning" title={sentence(trouble)}>
        {t('trouble.operator')}
      </Alert>
    )
  if (!allowed)
    return (
      <Alert tone="warning" title={t('askAdmin.title')}>
        {t('askAdmin.text')}
      </Alert>
    )
  return (
    <div className="grid gap-5">
      {trouble && (
        <Alert tone="warning" title={sentence(trouble)}>
          {t(`trouble.${trouble}`)}
        </Alert>
      )}
      <ol className="grid list-decimal gap-1.5 ps-5 text-muted marker:text-muted">
        <li className="ps-1">{t('how')}</li>
        <li className="ps-1">{t('once')}</li>
        <li className="ps-1">{t('safe')}</li>
      </ol>
      <ConnectForm onConnected={change} />
    </div>
  )
}
