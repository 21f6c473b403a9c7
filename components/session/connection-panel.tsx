'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { paths } from '#lib/address/paths.ts'
import type { ConnectReason } from '#lib/contracts/connect-reasons.ts'
import type { Connection } from '#lib/contracts/session.ts'
import { ConnectForm } from './connect-form.tsx'
import { ConnectedState } from './connected-state.tsx'
import { NotAllowedState } from './not-allowed-state.tsx'

type ConnectionPanelProps = {
  /** The connection as the server knows it. */
  connection: Connection
  /** Whether this person may change the connection. */
  allowed: boolean
  /** Who may, for those who may not. */
  administrators: string[]
  /** Why the key that the desk has does not serve any more. */
  reason?: ConnectReason | undefined
  /** Where the person wanted to go. */
  returnTo?: string | undefined
}

/** Asks for the key, or says who has connected the desk. The result appears in place of the form. */
export function ConnectionPanel({ connection: initial, reason, ...rest }: ConnectionPanelProps) {
  const { allowed, administrators, returnTo } = rest
  const t = useTranslations('connect')
  const sentence = useTranslations('errors')
  const router = useRouter()
  const [changed, setChanged] = useState<Connection | null>(null)
  const [replacing, setReplacing] = useState(false)
  const connection = changed ?? initial
  const trouble = changed ? changed.reason : findTrouble(initial, reason)

  /** The reason leaves the address too: a reload must not bring it back. */
  function change(next: Connection) {
    setChanged(next)
    setReplacing(false)
    window.history.replaceState(null, '', paths.connect({ returnTo }))
    router.refresh()
  }

  if (connection.connected && !trouble && !replacing)
    return (
      <ConnectedState
        connection={connection}
        allowed={allowed}
        returnTo={returnTo}
        onReplace={() => setReplacing(true)}
        onDisconnected={change}
      />
    )
  if (!allowed || connection.by === 'operator')
    return (
      <NotAllowedState
        trouble={trouble}
        byOperator={connection.by === 'operator'}
        administrators={administrators}
        returnTo={returnTo}
      />
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
      <ConnectForm
        onConnected={change}
        secondary={replacing && <Button onClick={() => setReplacing(false)}>{t('connected.keep')}</Button>}
      />
    </div>
  )
}

/** A link may say that a key is refused; whether there is a key at all, and that it opens, only the server knows. */
function findTrouble({ connected, by, reason: known }: Connection, told: ConnectReason | undefined) {
  if (known) return known
  return connected && by !== 'practice' && told !== 'key_unreadable' ? told : undefined
}
