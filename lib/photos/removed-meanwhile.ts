import 'server-only'
import { DeskError } from '#lib/errors.ts'

/** Somebody has just withdrawn the approval or deleted the person, and their files with it; the service knows more. */
export function isFileGone(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'
}

/** The service's operator has just made another size of the one that was asked for; the new one is known by now. */
export function isSizeChanged(thrown: unknown): boolean {
  return thrown instanceof DeskError && thrown.code === 'size_changed'
}

/**
 * Does the work again, from the question which photo is current, when its files were removed under it or its size is
 * another one now. What is removed a second time is `not_available`: no file that is missing is an error of the desk.
 */
export async function despiteChange<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (!isFileGone(thrown) && !isSizeChanged(thrown)) throw thrown
  }
  try {
    return await work()
  } catch (cause) {
    throw isFileGone(cause) ? new DeskError('not_available', { cause }) : cause
  }
}
