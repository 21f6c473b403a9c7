'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLeaveQuestion } from '#components/ui/browser/use-leave-warning.ts'
import { Dialog } from './dialog.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import type { WindowProps } from './modal-window.tsx'

/** Functions that a dialog offers to the form inside it. */
export type FormWindow = {
  /** Reports whether closing would lose typed text. */
  onTyped: (typed: boolean) => void
  /** Sends the form. Until the answer arrives the dialog cannot be closed: closing would not cancel the request. */
  send: <Answer>(ask: () => Promise<Answer>) => Promise<Answer>
  /** False when the page was left before the answer came: the result must then be shown in a toast. */
  isThere: () => boolean
  /** Closes the dialog without asking, after saving or discarding. */
  close: () => void
}

type FormDialogProps = Omit<WindowProps, 'onOpenChange' | 'children'> & {
  onClose: () => void
  children: (window: FormWindow) => ReactNode
}

/**
 * A dialog with a form. Escape, the close button, a press outside and every navigation ask before typed text is lost.
 */
export function FormDialog({ open, onClose, children, ...window }: FormDialogProps) {
  const [typed, setTyped] = useState(false)
  const isSending = useRef(false)
  const isThere = useIsThere()
  const { ask, question } = useLeaveQuestion(open && typed, close)

  async function send<Answer>(asked: () => Promise<Answer>): Promise<Answer> {
    isSending.current = true
    try {
      return await asked()
    } finally {
      isSending.current = false
    }
  }

  function close() {
    if (isSending.current) return
    setTyped(false)
    onClose()
  }

  function leave() {
    if (typed && !isSending.current) ask(() => {})
    else close()
  }

  return (
    <>
      <Dialog {...window} open={open} onOpenChange={leave}>
        {children({ onTyped: setTyped, send, isThere, close })}
      </Dialog>
      <LeaveQuestion {...question} />
    </>
  )
}

function useIsThere(): () => boolean {
  const isThere = useRef(false)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  return () => isThere.current
}
