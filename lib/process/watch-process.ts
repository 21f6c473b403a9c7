import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'

/**
 * What nobody caught. After an exception out of nowhere the process is not trusted any more: it is logged, and the
 * process ends for its supervisor to start it anew. A rejected promise that nobody awaited is logged only: Next starts
 * reads that a page may turn out not to need, and says itself that their failing is no fault of the process.
 * See docs/decisions/004-a-broken-or-stuck-process-ends.md.
 */
export function watchProcess(): void {
  process.prependListener('uncaughtException', error => {
    log('error', 'uncaught_exception', { ...describeError(error) })
    process.exit(1)
  })
  process.prependListener('unhandledRejection', reason => {
    log('error', 'unhandled_rejection', { ...describeError(reason) })
  })
}
