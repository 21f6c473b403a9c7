'use client'

import { lazy, type ReactNode, Suspense } from 'react'
import { useOnceOpen } from './use-once-open.ts'

export type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The question, with the number or the name it is about. */
  title: string
  /** What happens then, and whether it can be undone. */
  children: ReactNode
  /** The verb of the question, never "OK". */
  confirmLabel: string
  onConfirm: () => void
  busy?: boolean
  /** A word that a person must type first, for what can never be undone. */
  typed?: string
  tone?: 'danger' | 'accent'
  /** Where the focus goes when it closes, when that is not where it came from. */
  returnFocus?: () => HTMLElement | null
}

const ConfirmWindow = lazy(() => import('./confirm-window.tsx'))

/** Asks before something that is hard to undo. Only its two buttons and Escape answer it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    useOnceOpen(props.open) && (
      <Suspense>
        <ConfirmWindow {...props} />
      </Suspense>
    )
  )
}
