import { IS_RIGHT_TO_LEFT, ISOLATES, PLAIN } from './invisible.ts'

/**
 * The direction of a sentence in which `toVisible` has isolated a name: that of its first letter outside the isolate
 * (UAX 9, rule P2). Browsers look into isolates for `<bdi>` and `dir="auto"`, and would set a German question that
 * starts with a Hebrew name from right to left. Undefined when the browser's own detection is correct.
 */
export function findDirection(text: string): 'ltr' | 'rtl' | undefined {
  if (PLAIN.test(text)) return undefined
  const outside = text.replaceAll(ISOLATES, '')
  const [letter] = /\p{L}/u.exec(outside) ?? []
  if (outside === text || letter === undefined) return undefined
  return IS_RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr'
}
