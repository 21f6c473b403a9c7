'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { ConfirmDialog } from '#components/ui/popup/confirm-dialog.tsx'
import { paths } from '#lib/address/paths.ts'
import { type Connection, connectionResponse } from '#lib/contracts/session.ts'
import { toDeskError } from '#lib/errors.ts'
import { deskCommand, deskRequest } from '#lib/http/desk-request.ts'
import { toLocalPath } from './local-path.ts'

type ConnectedStateProps = {
  connection: Connection
  allowed: boolean
  returnTo: string | undefined
  onReplace: () => void
  onDisconnected: (connection: Connection) => void
}

export function ConnectedState(props: ConnectedStateProps) {
  const { connection, allowed, returnTo, onReplace, onDisconnected } = props
  const t = useTranslations('connect')
  const sentence = useTranslations('errors')
  const [asking, setAsking] = useState(false)
  const disconnect = useMutation({ mutationFn: removeKey, onSuccess: onDisconnected })
  const by = connection.by ?? 'person'

  return (
    <div className="grid gap-4">
      <output className="block">
        <Alert tone="positive" title={t('connected.title')}>
          {connection.projects !== undefined && t('connected.found', { count: connection.projects })}
        </Alert>
      </output>
      <p className="text-muted">{t(`connected.${by}`)}</p>
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

/** Who gives up their own key may still be served by everybody's: the server says what is left. */
async function removeKey(): Promise<Connection> {
  await deskCommand(paths.api.connection(), { method: 'DELETE' })
  return (await deskRequest(paths.api.connection(), connectionResponse)).data
}
