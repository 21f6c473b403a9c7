/**
 * Focuses the first of these elements that is on the page. Used before a focused control is removed: the focus would
 * otherwise fall to the top of the page. A heading can take the focus, too; nothing scrolls.
 */
export function moveFocus(...selectors: string[]): void {
  findFocusTarget(...selectors)?.focus({ preventScroll: true })
}

/**
 * Returns the first of these elements that is on the page, and makes it focusable: for callers that move the focus
 * themselves.
 */
export function findFocusTarget(...selectors: string[]): HTMLElement | null {
  const target =
    selectors.map(selector => document.querySelector<HTMLElement>(selector)).find(Boolean) ?? null
  if (target && target.tabIndex < 0) target.tabIndex = -1
  return target
}

/** Returns the first field inside, as Tab would reach it: of radio buttons the checked one. */
export function findFirstField(within: HTMLElement | null): HTMLElement | null {
  return (
    within?.querySelector<HTMLElement>('input:not([type=radio]), input:checked, select, textarea') ?? null
  )
}

/**
 * A ref that focuses an element when it appears (itself, or the first field inside it). It stays the same function on
 * every render, so React calls it once.
 */
export function focusOnMount(node: HTMLElement | null): void {
  const field = findFirstField(node) ?? node
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}

/**
 * A ref that focuses a field with the caret behind its text, so that the user continues the text instead of replacing
 * it.
 */
export function focusBehindText(node: HTMLElement | null): void {
  const field = node instanceof HTMLInputElement ? node : findFirstField(node)
  field?.focus()
  if (field instanceof HTMLInputElement) field.setSelectionRange(field.value.length, field.value.length)
}
