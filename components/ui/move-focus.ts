/**
 * Gives the focus to the first of these that is on the page. For a control that is about to go: without this the
 * focus would fall to the top of the page. A heading takes it too; nothing scrolls.
 */
export function moveFocus(...selectors: string[]): void {
  const target = selectors.map(selector => document.querySelector<HTMLElement>(selector)).find(Boolean)
  if (!target) return
  if (target.tabIndex < 0) target.tabIndex = -1
  target.focus({ preventScroll: true })
}
