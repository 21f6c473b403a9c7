import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'

/**
 * Handles uncaught errors. An uncaught exception makes the state of the process unreliable: it is logged, and the
 * process ends, so that its supervisor restarts it. An unhandled rejection is only logged: Next starts reads that a
 * page may not need, and documents that their failure is no fault of the process. See
 * docs/decisions/004-a-broken-or-stuck-process-ends.md.
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
