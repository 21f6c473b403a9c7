'use client'

import { lazy, type ReactNode, Suspense } from 'react'
import { whenOnline } from '#components/ui/browser/when-online.ts'
import { CONNECT_REASONS } from '#lib/contracts/connect-reasons.ts'

const FailedKeyHelp = lazy(whenOnline(() => import('./failed-key-help.tsx')))

/** Beside `retry`, the way on where an error is about the key: the page that takes another one, or whom to ask. */
export function KeyHelp({ code, retry = null }: { code: string | number | undefined; retry?: ReactNode }) {
  const reason = CONNECT_REASONS.find(reason => reason === code)
  if (!reason && code !== 'not_connected') return retry
  return (
    <Suspense fallback={retry}>
      <FailedKeyHelp reason={reason} retry={retry} />
    </Suspense>
  )
}
