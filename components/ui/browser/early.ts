'use client'

import { type RefObject, useEffect, useState } from 'react'
import { useHydrated } from './use-hydrated.ts'

type Control = HTMLInputElement | HTMLSelectElement

/**
 * Repeats input that the user made before the page's scripts had loaded. React keeps that input in server-rendered
 * controls but gets no event, so the control would show a value without effect. Controls that the browser renders are
 * skipped: no input can precede them, and a list does not record its initial choice.
 */
export function useEarly(control: RefObject<Control | null>): void {
  const hydrated = useHydrated()
  const [isServers] = useState(!hydrated)
  useEffect(() => {
    if (isServers && control.current) repeatEarly(control.current)
  }, [isServers, control])
}

/** Repeats early input; the attributes of a control hold the state that the server rendered. */
export function repeatEarly(control: Control): void {
  if (control instanceof HTMLSelectElement) repeatChoice(control)
  else if (control.type === 'checkbox') repeatPress(control)
  else repeatTyping(control)
}

function repeatChoice(select: HTMLSelectElement): void {
  const drawn = [...select.options].find(option => option.defaultSelected) ?? select.options[0]
  if (drawn && !drawn.selected) select.dispatchEvent(new Event('change', { bubbles: true }))
}

function repeatPress(box: HTMLInputElement): void {
  if (box.checked === box.defaultChecked) return
  box.checked = box.defaultChecked
  box.click()
}

/** React intercepts assignments to a field's own `value`, so the native setter is used, as typing does. */
function repeatTyping(field: HTMLInputElement): void {
  const typed = field.value
  if (typed === field.defaultValue) return
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
