'use client'

import { type KeyboardEvent, useRef, useState } from 'react'
import { useOnceOpen } from './use-once-open.ts'

/** For a popup whose state lies elsewhere. */
export type Shown = { open: boolean; onOpenChange: (open: boolean) => void }

/** What Base UI tells about a change; it may be refused. */
type ChangeDetails = { reason: string; event: Event; cancel: () => void }

/**
 * The light half of everything that pops up from a button: the button is on the page from the start, the popup's code
 * (Base UI, positions, focus) comes when a person first points at the button, focuses or presses it.
 * See docs/decisions/024-base-ui-on-first-use.md.
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

  /** A press on the button while the popup is open is a press outside of it: left alone, it would close and open. */
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

/** Spread on the button that opens a popup. */
export type PopupButton = ReturnType<typeof usePopup>['button']

/** Goes to the popup's own module. */
export type PopupState = ReturnType<typeof usePopup>['popup']
