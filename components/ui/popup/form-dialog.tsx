'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLeaveQuestion } from '#components/ui/browser/use-leave-warning.ts'
import { Dialog } from './dialog.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import type { WindowProps } from './modal-window.tsx'

/** What a form may ask of the window that it stands in. */
export type FormWindow = {
  /** Whether closing would lose anything. */
  onTyped: (typed: boolean) => void
  /** Sends what was typed. Until the answer is there nothing closes the window: it could not take back what is on its way. */
  send: <Answer>(ask: () => Promise<Answer>) => Promise<Answer>
  /** False when the page was left before the answer came: then only a message can tell of it. */
  isThere: () => boolean
  /** For what was saved, or is not wanted. */
  close: () => void
}

type FormDialogProps = Omit<WindowProps, 'onOpenChange' | 'children'> & {
  onClose: () => void
  children: (window: FormWindow) => ReactNode
}

/** A window to fill in: Escape, the cross and a press beside it, and every way to another page, ask before what was typed is lost. */
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
