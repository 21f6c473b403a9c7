'use client'

import { lazy, Suspense, useSyncExternalStore } from 'react'
import { getWaitingToasts, subscribeToToasts } from './toast.ts'
import { useOnceOpen } from './use-once-open.ts'

const ToastRegion = lazy(() => import('./toast-region.tsx'))

/** The one place of all toasts. It stands in the shell; its code comes with the first toast. */
export function Toaster() {
  const asked = useSyncExternalStore(subscribeToToasts, hasWaiting, hasNone)
  return (
    useOnceOpen(asked) && (
      <Suspense>
        <ToastRegion />
      </Suspense>
    )
  )
}

function hasWaiting(): boolean {
  return getWaitingToasts().length > 0
}

function hasNone(): boolean {
  return false
}
