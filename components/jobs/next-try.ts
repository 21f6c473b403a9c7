import { isLastWord } from '#lib/errors.ts'

const AGAIN_MS = 1_000
const AGAIN_MAX_MS = 5_000

export type LastLook = {
  error: unknown
  /** When something was heard last, and when a look failed last. */
  dataUpdatedAt: number
  errorUpdatedAt: number
}

/** Milliseconds from a look that failed to the next, more the longer nothing was heard; false where the desk has said no for good. */
export function toNextTry({ error, dataUpdatedAt, errorUpdatedAt }: LastLook): number | false {
  if (isLastWord(error)) return false
  return Math.min(AGAIN_MAX_MS, Math.max(AGAIN_MS, errorUpdatedAt - dataUpdatedAt))
}
