import { findFirstField } from './first-field.ts'

/**
 * A ref for fields that come later than the window around them: where the focus waits at the window's close button, the
 * choice that is made already takes it, so that Enter answers the question and does not turn away from it.
 */
export function takeWaitingFocus(fields: HTMLElement | null): void {
  const focused = document.activeElement
  const around = fields?.closest('[role=dialog]')
  if (around?.contains(focused) && !fields?.contains(focused)) findFirstField(fields)?.focus()
}
