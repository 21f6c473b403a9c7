import { announce } from '#components/ui/announce.tsx'

/** A form gives its first refused field the focus in the same moment in which the reasons come. */
const SAME_MOMENT_MS = 250

const refused = new Map<string, string>()
let timer: ReturnType<typeof setTimeout> | undefined
let focusCameAt = Number.NEGATIVE_INFINITY

if (typeof document !== 'undefined')
  document.addEventListener('focusin', () => {
    focusCameAt = performance.now()
  })

/**
 * Says in one message which fields were refused at once and why, each one once. Not the field that was given the focus for
 * it: that one says its reason by itself. Who had been there already hears it from here.
 */
export function sayRefused(id: string, words: string): void {
  const isBrought = performance.now() - focusCameAt < SAME_MOMENT_MS
  refused.set(id, words)
  clearTimeout(timer)
  timer = setTimeout(() => {
    if (isBrought) refused.delete(document.activeElement?.id ?? '')
    const all = [...refused.values()].join(' ')
    refused.clear()
    if (all !== '') announce(all)
  })
}
