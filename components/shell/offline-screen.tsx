'use client'

import { useOffline } from 'next/offline'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Said } from '#components/ui/announce.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { AlertIcon } from '#components/ui/icons.ts'
import { Spinner } from '#components/ui/spinner.tsx'

/**
 * In place of a page that cannot be reached because the network is gone: the navigation waits (`experimental.useOffline` in
 * next.config.mjs) and ends by itself when the network is back. Whoever had rather read on where they were puts this away.
 */
export function OfflineScreen() {
  const t = useTranslations('app.offline')
  const offline = useOffline()
  const [putAway, setPutAway] = useState(false)
  if (!offline && putAway) setPutAway(false)
  if (!offline || putAway) return null
  return (
    <div className="fixed inset-x-0 top-14 bottom-0 z-20 grid place-content-center bg-surface">
      <EmptyState
        title={t('title')}
        mark={<AlertIcon />}
        action={<Button onClick={() => setPutAway(true)}>{t('stay')}</Button>}
      >
        <Said>{t('text')}</Said>
        <p className="mt-4 flex items-center justify-center gap-2 text-sm">
          <Spinner />
          {t('trying')}
        </p>
      </EmptyState>
    </div>
  )
}
