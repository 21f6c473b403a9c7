import 'server-only'
import { DeskError } from '#lib/errors.ts'

/** True when the file is missing: an approval was just withdrawn or an employee deleted. The service knows which. */
export function isFileGone(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'
}

/** True when the service's operator has just changed the requested size; the new one is already cached. */
export function isSizeChanged(thrown: unknown): boolean {
  return thrown instanceof DeskError && thrown.code === 'size_changed'
}

/**
 * Repeats the work once, starting with the current version of the photo, when its files were deleted meanwhile or its
 * size was changed. A second deletion gives `not_available`: a missing file is not an internal error.
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
