'use client'

import { type KeyboardEventHandler, lazy, type ReactNode, Suspense } from 'react'
import { whenOnline } from '#components/ui/browser/when-online.ts'
import { useOnceOpen } from './use-once-open.ts'

type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** Left of the cross: previous, next. */
  actions?: ReactNode
  /** Two columns need a large one. */
  size?: 'medium' | 'large'
  /** Keys that reach the sheet, its buttons and fields included. */
  onKeyDown?: KeyboardEventHandler
  /** Where the focus goes when it closes, when that is not where it came from. */
  returnFocus?: () => HTMLElement | null
  /** The address says that it is open: the browser's Back closes it anyway. */
  addressed?: boolean
  footer?: ReactNode
  children?: ReactNode
}

const ModalWindow = lazy(whenOnline(() => import('./modal-window.tsx')))

/** One record in full, from the side; on a phone it is the whole screen. */
export function Sheet(props: SheetProps) {
  return (
    useOnceOpen(props.open) && (
      <Suspense>
        <ModalWindow place="side" {...props} />
      </Suspense>
    )
  )
}
