type Typed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'getModifierState'>

/** What stands in a field when this key is pressed at the end of `text`; null for a key that types nothing. */
export function typeAhead(text: string, event: Typed): string | null {
  const { key, ctrlKey, metaKey } = event
  if (key === 'Backspace') return Array.from(text).slice(0, -1).join('')
  // Windows tells of AltGr as of Control and Alt together.
  const isShortcut = metaKey || (ctrlKey && !event.getModifierState('AltGraph'))
  return isShortcut || Array.from(key).length !== 1 ? null : text + key
}

/** Several cells or lines of a spreadsheet or a document. A line break around one value is none. */
export function isSeveral(pasted: string): boolean {
  return /[\t\r\n]/.test(pasted.trim())
}
