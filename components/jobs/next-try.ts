import { isLastWord } from '#lib/errors.ts'

const AGAIN_MS = 1_000
const AGAIN_MAX_MS = 5_000

export type LastLook = {
  error: unknown
  /** Times of the last answer and the last failed poll. */
  dataUpdatedAt: number
  errorUpdatedAt: number
}

/**
 * Returns the milliseconds from a failed poll to the next, growing with the time since the last answer; false when
 * the desk's refusal is final.
 */
export function toNextTry({ error, dataUpdatedAt, errorUpdatedAt }: LastLook): number | false {
  if (isLastWord(error)) return false
  return Math.min(AGAIN_MAX_MS, Math.max(AGAIN_MS, errorUpdatedAt - dataUpdatedAt))
}
