import { describeError } from './describe-error.ts'
import { getErrorReference } from './error-reference.ts'
import { log } from './log.ts'

/** A page that could not be drawn, under the reference that its reader is shown. */
export function logFailedPage(error: unknown, routePath: string): void {
  log('error', 'page_failed', {
    reference: getErrorReference(error),
    page: routePath,
    ...describeError(error),
  })
}
