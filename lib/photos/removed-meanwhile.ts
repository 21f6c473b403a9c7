import 'server-only'
import { DeskError } from '#lib/errors.ts'

/** Somebody has just withdrawn the approval or deleted the person, and their files with it; the service knows more. */
export function isFileGone(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'
}

/**
 * Does the work again, from the question whether the photo is current, when its files were removed under it. What is
 * removed a second time is `not_available`: no file that is missing is an error of the desk.
 */
export async function despiteRemoval<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (!isFileGone(thrown)) throw thrown
  }
  try {
    return await work()
  } catch (cause) {
    throw isFileGone(cause) ? new DeskError('not_available', { cause }) : cause
  }
}
