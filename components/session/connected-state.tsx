'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { isHurried, minutesSinceHeard } from '#components/page/service-state.ts'
import { Alert } from '#components/ui/alert.tsx'
import { LiveText } from '#components/ui/announce.tsx'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { ChevronRightIcon } from '#components/ui/icons.ts'
import { Link } from '#components/ui/link.tsx'
import { ConfirmDialog } from '#components/ui/popup/confirm-dialog.tsx'
import { paths } from '#lib/address/paths.ts'
import { type Connection, type ConnectionScope, connectionResponse } from '#lib/contracts/session.ts'
import { deskCommand, deskRequest } from '#lib/desk-api/desk-request.ts'
import { toDeskError } from '#lib/errors.ts'
import type { ServiceState } from '#lib/service/contract.ts'
import { toLocalPath } from './local-path.ts'
import { LookAgain } from './look-again.tsx'

type ConnectedStateProps = {
  connection: Connection
  /** Undefined when the key has just been checked and works. */
  service: ServiceState | undefined
  allowed: boolean
  returnTo: string | undefined
  onReplace: () => void
  onDisconnected: (connection: Connection) => void
}

export function ConnectedState(props: ConnectedStateProps) {
  const { connection, service, allowed, returnTo, onReplace, onDisconnected } = props
  const t = useTranslations('connect')
  const sentence = useTranslations('errors')
  const [asking, setAsking] = useState(false)
  const by = connection.by ?? 'person'
  const isSilent = service && (service.down || !service.answered)
  const disconnect = useMutation({
    mutationFn: () => removeKey(by === 'company' ? 'everybody' : 'me'),
    onSuccess: onDisconnected,
  })

  return (
    <div className="grid gap-4">
      <LiveText as="div" about="connection">
        {isSilent ? (
          <Alert
            tone="warning"
            title={service.down ? sentence('service_unreachable') : t('connected.unanswered')}
          >
            {t(service.answered ? 'connected.down' : 'connected.unproven')}
          </Alert>
        ) : (
          <Alert tone="positive" title={t('connected.title')}>
            {connection.projects === undefined
              ? service && <SpeedSentence service={service} />
              : t('connected.found', { count: connection.projects })}
          </Alert>
        )}
      </LiveText>
      {isSilent && <LookAgain code="service_unreachable" />}
      <p className="text-muted">{t(`connected.${by}`)}</p>
      {allowed && service && !isSilent && (
        <details className="group/figures text-muted text-sm">
          <summary className="inline-flex min-h-7 list-none items-center gap-1 rounded-sm hover:text-text">
            <Icon
              of={ChevronRightIcon}
              className="size-3.5 transition-transform group-open/figures:rotate-90"
            />
            {t('connected.forIt')}
          </summary>
          <p className="mt-1 tabular-nums">
            {t('connected.figures', { free: service.free, limit: service.limit })}
          </p>
        </details>
      )}
      {disconnect.error && (
        <Alert tone="danger" live>
          {sentence(toDeskError(disconnect.error).code)}
        </Alert>
      )}
      <div className="flex flex-wrap gap-2">
        <Link href={toLocalPath(returnTo)} className={buttonClass({ variant: 'primary' })}>
          {t('connected.toProjects')}
        </Link>
        {allowed && (by === 'person' || by === 'company') && (
          <>
            <Button onClick={onReplace}>{t('connected.replace')}</Button>
            <Button
              variant="danger"
              busy={disconnect.isPending}
              onClick={() => (by === 'company' ? setAsking(true) : disconnect.mutate())}
            >
              {disconnect.isPending ? t('connected.disconnecting') : t('connected.disconnect')}
            </Button>
          </>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('disconnectDialog.title')}
        confirmLabel={t('connected.disconnect')}
        onConfirm={() => {
          setAsking(false)
          disconnect.mutate()
        }}
      >
        {t('disconnectDialog.text')}
      </ConfirmDialog>
    </div>
  )
}

/** Sentence on how fast the next call will be. */
function SpeedSentence({ service }: { service: ServiceState }) {
  const t = useTranslations('connect.connected')
  const { free, nextFreeMs } = service
  const minutes = minutesSinceHeard(service)
  if (minutes > 0) return t('heard', { minutes })
  if (free > 0) return t(isHurried(service) ? 'hurried' : 'atOnce')
  return t('busy', { seconds: Math.max(1, Math.ceil(nextFreeMs / 1000)) })
}

/** Removes a key. A user who removes their own key may still have the shared one: the server returns what is left. */
async function removeKey(scope: ConnectionScope): Promise<Connection> {
  await deskCommand(paths.api.connection({ scope }), { method: 'DELETE' })
  return (await deskRequest(paths.api.connection(), connectionResponse)).data
}
