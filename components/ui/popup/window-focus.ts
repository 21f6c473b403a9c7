import { findFirstField } from '#components/ui/browser/focus.ts'

/**
 * Where the focus goes when a window has closed, as its `finalFocus`: to what is wanted, else to where it came from. A window
 * that has opened instead keeps it. It is given there without scrolling: who goes by keys sees where it is, who does not keeps
 * what they see.
 */
export function toFinalFocus(wanted?: () => HTMLElement | null): HTMLElement | boolean {
  const isInOther = document.activeElement?.closest('[role=dialog][data-open], [role=alertdialog][data-open]')
  if (isInOther) return false
  const target = wanted?.()
  target?.addEventListener('focus', showFocused, { once: true })
  return target ?? true
}

function showFocused({ currentTarget }: FocusEvent): void {
  if (currentTarget instanceof Element && currentTarget.matches(':focus-visible'))
    currentTarget.scrollIntoView({ block: 'nearest' })
}

/**
 * A ref for fields that come later than the window around them: where the focus waits at the window's close button, the
 * choice that is made already takes it, so that Enter answers the question and does not turn away from it.
 */
export function takeWaitingFocus(fields: HTMLElement | null): void {
  const focused = document.activeElement
  const around = fields?.closest('[role=dialog]')
  if (around?.contains(focused) && !fields?.contains(focused)) findFirstField(fields)?.focus()
}
