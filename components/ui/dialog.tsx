'use client'

import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { CloseIcon } from './icons.tsx'

type DialogProps = {
  title: string
  closeLabel: string
  onClose: () => void
  children: ReactNode
}

/**
 * A modal dialog that is open as long as it is rendered. Escape, the cross, a press outside and `closeDialog` all end
 * in `onClose`; the browser gives the focus back to where it was.
 */
export function Dialog({ title, closeLabel, onClose, children }: DialogProps) {
  const titleId = useId()
  return (
    <dialog
      ref={showModal}
      closedby="any"
      aria-labelledby={titleId}
      onClose={onClose}
      className="m-auto w-[min(32rem,calc(100vw-2rem))] animate-settle rounded-lg bg-panel text-text shadow-high inset-ring inset-ring-line max-sm:mb-4"
    >
      <div className="flex items-center justify-between gap-4 py-3 ps-5 pe-3">
        <h2 id={titleId} className="text-lg">
          {title}
        </h2>
        <Button
          variant="quiet"
          size="icon"
          aria-label={closeLabel}
          onClick={event => closeDialog(event.currentTarget)}
        >
          <CloseIcon />
        </Button>
      </div>
      {children}
    </dialog>
  )
}

/** Closes the dialog around an element, as if the person had pressed Escape. */
export function closeDialog(inside: Element): void {
  inside.closest('dialog')?.close()
}

function showModal(node: HTMLDialogElement | null): void {
  if (node && !node.open) node.showModal()
}
