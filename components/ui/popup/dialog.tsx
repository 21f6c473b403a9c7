'use client'

import { lazy, Suspense } from 'react'
import { whenOnline } from '#components/ui/browser/when-online.ts'
import type { WindowProps } from './modal-window.tsx'
import { useOnceOpen } from './use-once-open.ts'

const ModalWindow = lazy(whenOnline(() => import('./modal-window.tsx')))

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
