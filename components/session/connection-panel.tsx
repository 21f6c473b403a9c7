'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { SERVICE_STATE_KEY, serviceStateQuery } from '#components/page/service-state.ts'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import type { ConnectReason } from '#lib/contracts/connect-reasons.ts'
import type { Connection } from '#lib/contracts/session.ts'
import type { ServiceState } from '#lib/service/contract.ts'
import { ConnectForm } from './connect-form.tsx'
import { ConnectedState } from './connected-state.tsx'
import { LookAgain } from './look-again.tsx'
import { NotAllowedState } from './not-allowed-state.tsx'

type ConnectionPanelProps = {
  /** The connection as the server knows it. */
  connection: Connection
  /** True when this user may change the connection. */
  allowed: boolean
  /** E-mail addresses of administrators, for users without that permission. */
  administrators: string[]
  /** Reason why the desk's key no longer works. */
  reason?: ConnectReason | undefined
  /** State of the service when the page was rendered; undefined without a key. */
  service: ServiceState | undefined
  /** In practice mode the page of the simulated service. */
  practicePage: string | null
  /** Page that the user wanted to open. */
  returnTo?: string | undefined
}

/** Asks for the key, or shows who has connected the desk. The result replaces the form. */
export function ConnectionPanel({
  connection: initial,
  reason,
  service: drawn,
  ...rest
}: ConnectionPanelProps) {
  const { allowed, administrators, practicePage, returnTo } = rest
  const t = useTranslations('connect')
  const sentence = useTranslations('errors')
  const router = useRouter()
  const [changed, setChanged] = useState<Connection | null>(null)
  const [replacing, setReplacing] = useState(false)
  const service = useServiceAsInHeader(drawn)
  const connection = changed ?? initial
  const trouble = changed ? changed.reason : findTrouble(initial, { told: reason, service })

  /** Removes the reason from the address too: a reload must not bring it back. */
  function change(next: Connection) {
    setChanged(next)
    setReplacing(false)
    window.history.replaceState(null, '', toAddress(paths.connect({ returnTo })))
    router.refresh()
  }

  if (connection.connected && !trouble && !replacing)
    return (
      <ConnectedState
        connection={connection}
        service={changed ? undefined : service}
        allowed={allowed}
        returnTo={returnTo}
        onReplace={() => setReplacing(true)}
        onDisconnected={change}
      />
    )
  if (!allowed || connection.by === 'operator' || connection.by === 'practice')
    return (
      <NotAllowedState
        trouble={trouble}
        by={connection.by}
        administrators={administrators}
        practicePage={practicePage}
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
      {trouble === 'no_api_access' && <LookAgain code={trouble} />}
      <ol className="grid list-decimal gap-1.5 ps-5 text-muted marker:text-muted">
        <li className="ps-1">{t('how')}</li>
        <li className="ps-1">{t('once')}</li>
        <li className="ps-1">{t('safe')}</li>
      </ol>
      <ConnectForm
        onConnected={change}
        onTyped={() => setReplacing(true)}
        secondary={
          replacing &&
          !trouble &&
          connection.connected && <Button onClick={() => setReplacing(false)}>{t('connected.keep')}</Button>
        }
      />
    </div>
  )
}

/**
 * Returns the same service state as the header: first the state of the page, which has just been read, then the
 * header's polls. The header's state is older, so it is read again at once.
 */
function useServiceAsInHeader(drawn: ServiceState | undefined): ServiceState | undefined {
  const queries = useQueryClient()
  const { data, isFetchedAfterMount } = useQuery({ ...serviceStateQuery, enabled: drawn !== undefined })
  useEffect(() => {
    if (drawn) void queries.invalidateQueries({ queryKey: SERVICE_STATE_KEY })
  }, [queries, drawn])
  return drawn && isFetchedAfterMount && data ? data : drawn
}

type Told = { told: ConnectReason | undefined; service: ServiceState | undefined }

/**
 * Returns the current problem of the key. A link may claim that the key is refused. Only the server knows whether it
 * still is, whether a key exists, and whether it can be read. While the service does not answer, the link's reason is
 * shown.
 */
function findTrouble({ connected, reason: known }: Connection, { told, service }: Told) {
  if (known) return known
  if (service?.refused) return service.refused
  const isSilent = service && (service.down || !service.answered)
  return connected && isSilent && told !== 'key_unreadable' ? told : undefined
}
