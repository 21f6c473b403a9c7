'use client'

import { lazy, Suspense } from 'react'
import { whenOnline } from '#components/ui/browser/when-online.ts'
import { useOnceOpen } from '#components/ui/popup/use-once-open.ts'
import { waitingToasts } from './toast.ts'

const ToastRegion = lazy(whenOnline(() => import('./toast-region.tsx')))

/** The one place of all toasts. It stands in the shell; its code comes with the first toast. */
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
