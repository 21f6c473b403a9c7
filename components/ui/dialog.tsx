'use client'

import { lazy, type ReactNode, Suspense } from 'react'
import { useOnceOpen } from './use-once-open.ts'

export type DialogProps = {
  open: boolean
  /** Escape, the cross and a press outside end here. What must not be lost keeps it open. */
  onOpenChange: (open: boolean) => void
  title: string
  /** One sentence below the title. */
  description?: ReactNode
  size?: 'medium' | 'large'
  /** Its buttons, at the bottom, always in sight. Inside a form they belong to the form instead. */
  footer?: ReactNode
  /** Where the focus goes when it closes, when that is not where it came from. */
  returnFocus?: () => HTMLElement | null
  children?: ReactNode
}

const ModalWindow = lazy(() => import('./modal-window.tsx'))

/** One question that stops everything else. The focus stays inside and returns to where it was. */
export function Dialog(props: DialogProps) {
  return (
    useOnceOpen(props.open) && (
      <Suspense>
        <ModalWindow place="center" {...props} />
      </Suspense>
    )
  )
}
