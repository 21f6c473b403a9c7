import { announce } from '#components/ui/announce.tsx'

/** A form focuses its first refused field at the moment in which the reasons appear. */
const SAME_MOMENT_MS = 250

const refused = new Map<string, string>()
let timer: ReturnType<typeof setTimeout> | undefined
let focusCameAt = Number.NEGATIVE_INFINITY

if (typeof document !== 'undefined')
  document.addEventListener('focusin', () => {
    focusCameAt = performance.now()
  })

/**
 * Announces in one message which fields were refused at once and why, each once. Omits the field that got the focus
 * for it, because the focus reads its reason. A field that had the focus before is included.
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
