'use client'

import { type FocusEvent, type PointerEvent, useRef, useState } from 'react'

const REST_MS = 500
/** Long enough to move the pointer across the gap to the tooltip. */
const LINGER_MS = 120

/**
 * Decides when a tooltip is shown: after the pointer has rested, and at once on keyboard focus. It hides on press, on
 * leaving and on Escape. It stays while the pointer is on it (WCAG 1.4.13).
 */
export function useTooltip() {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function later(next: boolean, ms: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(setOpen, ms, next)
  }

  function hide() {
    clearTimeout(timer.current)
    setOpen(false)
  }

  function rest(event: PointerEvent) {
    if (event.pointerType === 'touch') return
    setAnchor(event.currentTarget.firstElementChild)
    later(true, REST_MS)
  }

  function focus(event: FocusEvent) {
    if (!event.target.matches(':focus-visible')) return
    setAnchor(event.currentTarget.firstElementChild)
    clearTimeout(timer.current)
    setOpen(true)
  }

  const leave = () => later(false, LINGER_MS)
  return {
    area: { onPointerEnter: rest, onPointerLeave: leave, onPointerDown: hide, onFocus: focus, onBlur: hide },
    popup: {
      anchor,
      open,
      onOpenChange: setOpen,
      onPointerEnter: () => clearTimeout(timer.current),
      onPointerLeave: leave,
    },
  }
}

export type TooltipState = ReturnType<typeof useTooltip>['popup']
