/**
 * Whether a key belongs to an input method that is putting a word together, as for Japanese: it ends that word and nothing of the desk's.
 * In Safari the Enter that does so comes when the composition has ended already, and only its code tells it apart (229, UI Events).
 */
export function isComposing({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229
}
