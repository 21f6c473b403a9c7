import { describeError } from './describe-error.ts'
import { getErrorReference } from './error-reference.ts'
import { log } from './log.ts'

/** Logs a page that could not be rendered, with the reference that its user sees. */
export function logFailedPage(error: unknown, routePath: string): void {
  log('error', 'page_failed', {
    reference: getErrorReference(error),
    page: routePath,
    ...describeError(error),
  })
}
