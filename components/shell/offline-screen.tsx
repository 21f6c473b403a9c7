'use client'

import { usePathname } from 'next/navigation'
import { useOffline } from 'next/offline'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { NoConnection } from '#components/page/no-connection.tsx'
import { awaitedPage } from '#components/ui/browser/awaited-page.ts'
import { Button } from '#components/ui/button.tsx'

/**
 * Replaces a page that cannot load because the network is down: the navigation waits (`experimental.useOffline` in
 * next.config.ts) and continues when the network is back. The user can dismiss it and read on. Without a navigation,
 * the page stays, and the header says that the desk does not answer.
 */
export function OfflineScreen() {
  const t = useTranslations('app.offline')
  const offline = useOffline()
  const awaited = awaitedPage.use()
  const here = usePathname()
  useEffect(() => {
    if (here) awaitedPage.set(null)
  }, [here])
  if (!offline || awaited === null || awaited === here) return null
  return (
    <div className="fixed inset-x-0 top-14 bottom-0 z-20 grid place-content-center bg-surface">
      <NoConnection action={<Button onClick={() => awaitedPage.set(null)}>{t('stay')}</Button>} />
    </div>
  )
}
