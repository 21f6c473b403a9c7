'use client'

import { lazy, Suspense } from 'react'
import { loadWithRetry } from '#components/ui/browser/load-with-retry.ts'
import type { ConfirmWindowProps } from './confirm-window.tsx'
import { useOnceOpen } from './use-once-open.ts'

const ConfirmWindow = lazy(loadWithRetry(() => import('./confirm-window.tsx')))

/** Asks before an action that is hard to undo. Only its two buttons and Escape answer it. */
export function ConfirmDialog(props: ConfirmWindowProps) {
  return (
    useOnceOpen(props.open) && (
      <Suspense>
        <ConfirmWindow {...props} />
      </Suspense>
    )
  )
}
