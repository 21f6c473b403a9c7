import { findFirstField } from '#components/ui/browser/focus.ts'

/**
 * Returns the `finalFocus` of a dialog: the wanted element, else the previous focus. If another dialog has opened,
 * that dialog keeps the focus. The focus itself does not scroll; keyboard users get the element scrolled into view,
 * others keep their scroll position.
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
 * A ref for fields that appear later than the dialog around them. If the focus is still on the close button, it moves
 * to the current choice. Enter then answers the question instead of closing the dialog.
 */
export function takeWaitingFocus(fields: HTMLElement | null): void {
  const focused = document.activeElement
  const around = fields?.closest('[role=dialog]')
  if (around?.contains(focused) && !fields?.contains(focused)) findFirstField(fields)?.focus()
}
