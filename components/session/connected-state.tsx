'use client'

import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { useTranslations } from 'use-intl/react'
import { z } from 'zod'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { toDeskError } from '#lib/errors.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import { paths } from '#lib/paths.ts'
import type { Connection } from '#lib/session/contract.ts'
import { toLocalPath } from './local-path.ts'

type ConnectedStateProps = {
  connection: Connection
  allowed: boolean
  returnTo: string | undefined
  onDisconnected: (connection: Connection) => void
}

export function ConnectedState({ connection, allowed, returnTo, onDisconnected }: ConnectedStateProps) {
  const t = useTranslations('connect.connected')
  const sentence = useTranslations('errors')
  const disconnect = useMutation({
    mutationFn: () => deskRequest(paths.api.connection(), z.void(), { method: 'DELETE' }),
    onSuccess: () => onDisconnected({ connected: false, by: null }),
  })
  const by = connection.by ?? 'person'

  return (
    <div className="grid gap-4">
      <output className="block">
        <Alert tone="positive" title={t('title')}>
          {connection.projects !== undefined && t('found', { count: connection.projects })}
        </Alert>
      </output>
      <p className="text-muted">{t(by)}</p>
      {disconnect.error && (
        <Alert tone="danger" live>
          {sentence(toDeskError(disconnect.error).code)}
        </Alert>
      )}
      <div className="flex flex-wrap gap-2">
        <Link href={toLocalPath(returnTo)} className={buttonClass({ variant: 'primary' })}>
          {t('toProjects')}
        </Link>
        {by === 'person' && allowed && (
          <Button variant="danger" busy={disconnect.isPending} onClick={() => disconnect.mutate()}>
            {disconnect.isPending ? t('disconnecting') : t('disconnect')}
          </Button>
        )}
      </div>
    </div>
  )
}
