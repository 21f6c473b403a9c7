'use client'

import { type RefObject, useEffect, useState } from 'react'
import { useHydrated } from './use-hydrated.ts'

type Control = HTMLInputElement | HTMLSelectElement

/**
 * What somebody typed or chose while the page's scripts were still on their way is done once more when they are there. React leaves
 * it standing in what the server drew, and hears nothing of it: the control would show what does not count. In what the browser draws,
 * nobody was earlier, and a list has no mark of what it was drawn with.
 */
export function useEarly(control: RefObject<Control | null>): void {
  const hydrated = useHydrated()
  const [isServers] = useState(!hydrated)
  useEffect(() => {
    if (isServers && control.current) repeatEarly(control.current)
  }, [isServers, control])
}

/** The attributes of a control say what the server drew. */
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

/** React watches what is assigned to a field's own `value`; what a person types goes past that. */
function repeatTyping(field: HTMLInputElement): void {
  const typed = field.value
  if (typed === field.defaultValue) return
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
