'use client'

import { lazy, Suspense } from 'react'
import { whenOnline } from '#components/ui/browser/when-online.ts'
import type { ConfirmWindowProps } from './confirm-window.tsx'
import { useOnceOpen } from './use-once-open.ts'

const ConfirmWindow = lazy(whenOnline(() => import('./confirm-window.tsx')))

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
