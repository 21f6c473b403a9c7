/**
 * True when a key belongs to an input method that is composing a word, as for Japanese: the key ends that word and
 * triggers no action. In Safari the final Enter arrives after the composition has ended; only its key code (229, UI
 * Events) identifies it.
 */
export function isComposing({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229
}
