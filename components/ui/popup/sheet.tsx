'use client'

import { type KeyboardEventHandler, lazy, type ReactNode, Suspense } from 'react'
import { loadWithRetry } from '#components/ui/browser/load-with-retry.ts'
import { useOnceOpen } from './use-once-open.ts'

type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** Buttons to the left of the close button: previous, next. */
  actions?: ReactNode
  /** Two columns need `large`. */
  size?: 'medium' | 'large'
  /** Receives keys pressed in the sheet, including its buttons and fields. */
  onKeyDown?: KeyboardEventHandler
  /** Returns the element that gets the focus on close, if it is not the previous one. */
  returnFocus?: () => HTMLElement | null
  /** The address contains the open state: the browser's Back closes it anyway. */
  addressed?: boolean
  footer?: ReactNode
  children?: ReactNode
}

const ModalWindow = lazy(loadWithRetry(() => import('./modal-window.tsx')))

/** One record in full, at the side of the screen; on a phone it fills the screen. */
export function Sheet(props: SheetProps) {
  return (
    useOnceOpen(props.open) && (
      <Suspense>
        <ModalWindow place="side" {...props} />
      </Suspense>
    )
  )
}
