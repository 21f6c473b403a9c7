'use client'

import { lazy, Suspense } from 'react'
import { loadWithRetry } from '#components/ui/browser/load-with-retry.ts'
import type { WindowProps } from './modal-window.tsx'
import { useOnceOpen } from './use-once-open.ts'

const ModalWindow = lazy(loadWithRetry(() => import('./modal-window.tsx')))

/** A modal dialog. The focus stays inside and returns to its previous place. */
export function Dialog(props: WindowProps) {
  return (
    useOnceOpen(props.open) && (
      <Suspense>
        <ModalWindow place="center" {...props} />
      </Suspense>
    )
  )
}
