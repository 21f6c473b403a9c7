'use client'

import { lazy, Suspense } from 'react'
import { loadWithRetry } from '#components/ui/browser/load-with-retry.ts'
import { useOnceOpen } from '#components/ui/popup/use-once-open.ts'
import { waitingToasts } from './toast.ts'

const ToastRegion = lazy(loadWithRetry(() => import('./toast-region.tsx')))

/** The only place of all toasts, in the shell. Its code loads with the first toast. */
export function Toaster() {
  const asked = useOnceOpen(waitingToasts.use().messages.length > 0)
  return (
    asked && (
      <Suspense>
        <ToastRegion />
      </Suspense>
    )
  )
}
