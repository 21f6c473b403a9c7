/**
 * Gives the focus to the first of these that is on the page. For a control that is about to go: without this the
 * focus would fall to the top of the page. A heading takes it too; nothing scrolls.
 */
export function moveFocus(...selectors: string[]): void {
  findFocusTarget(...selectors)?.focus({ preventScroll: true })
}

/** The first of these that is on the page, able to take the focus: for who moves it there by themselves. */
export function findFocusTarget(...selectors: string[]): HTMLElement | null {
  const target =
    selectors.map(selector => document.querySelector<HTMLElement>(selector)).find(Boolean) ?? null
  if (target && target.tabIndex < 0) target.tabIndex = -1
  return target
}

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

/** The first field inside, as Tab would reach it: of radio buttons the one that is chosen. */
export function findFirstField(within: HTMLElement | null): HTMLElement | null {
  return (
    within?.querySelector<HTMLElement>('input:not([type=radio]), input:checked, select, textarea') ?? null
  )
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

/**
 * A ref that gives an element the focus when it appears (itself, or the first field inside it).
 * It stays the same function on every render, so React calls it once.
 */
export function focusOnMount(node: HTMLElement | null): void {
  const field = findFirstField(node) ?? node
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}

/** The same with the caret behind what is there: somebody goes on with it, and does not type over it. */
export function focusBehindText(node: HTMLElement | null): void {
  const field = node instanceof HTMLInputElement ? node : findFirstField(node)
  field?.focus()
  if (field instanceof HTMLInputElement) field.setSelectionRange(field.value.length, field.value.length)
}
