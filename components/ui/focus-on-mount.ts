import { findFirstField } from './first-field.ts'

/**
 * A ref that gives an element the focus when it appears (itself, or the first field inside it).
 * It stays the same function on every render, so React calls it once.
 */
export function focusOnMount(node: HTMLElement | null): void {
  const field = findFirstField(node) ?? node
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}
