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
