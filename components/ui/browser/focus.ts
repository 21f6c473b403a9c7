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

/** The first field inside, as Tab would reach it: of radio buttons the one that is chosen. */
export function findFirstField(within: HTMLElement | null): HTMLElement | null {
  return (
    within?.querySelector<HTMLElement>('input:not([type=radio]), input:checked, select, textarea') ?? null
  )
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
