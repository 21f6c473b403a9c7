'use client'

import { type KeyboardEvent, useRef, useState } from 'react'
import { useOnceOpen } from './use-once-open.ts'

/** Open state of a popup that is stored elsewhere. */
export type Shown = { open: boolean; onOpenChange: (open: boolean) => void }

/** Details of Base UI about a change, which can be cancelled. */
type ChangeDetails = { reason: string; event: Event; cancel: () => void }

/**
 * The light half of everything that pops up from a button. The button is on the page from the start; the popup's code
 * (Base UI, positions, focus) loads when the user first points at, focuses or presses the button. See
 * docs/decisions/024-base-ui-on-first-use.md.
 */
export function usePopup<Kind extends 'menu' | 'dialog' | 'listbox'>(
  kind: Kind,
  load: () => Promise<unknown>,
  shown?: Shown,
) {
  const anchor = useRef<HTMLButtonElement>(null)
  const own = useState(false)
  const [open, show] = shown ? [shown.open, shown.onOpenChange] : own
  const used = useOnceOpen(open)

  /** Base UI treats a press on the button of an open popup as a press outside, which would close and reopen it. */
  function change(next: boolean, details: ChangeDetails) {
    const target = details.event.target
    if (
      !next &&
      details.reason === 'outside-press' &&
      target instanceof Node &&
      anchor.current?.contains(target)
    )
      return details.cancel()
    show(next)
  }

  function openOnArrow(event: KeyboardEvent) {
    if (kind === 'dialog' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    show(true)
  }

  const button = {
    ref: anchor,
    'aria-haspopup': kind,
    'aria-expanded': open,
    onClick: () => show(!open),
    onKeyDown: openOnArrow,
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
  } as const

  return { button, used, popup: { open, onOpenChange: change, anchor } }
}

/** Props for the button that opens a popup. */
export type PopupButton = ReturnType<typeof usePopup>['button']

/** Props for the popup's own module. */
export type PopupState = ReturnType<typeof usePopup>['popup']
