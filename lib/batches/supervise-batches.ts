import 'server-only'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'
import { singleton } from '#lib/singleton.ts'
import { resumeAfterStart } from './resume-batches.ts'
import { stopBatches } from './stop-batches.ts'

/** Once for each process: takes up what the last one left, and puts it down properly when this one is asked to stop. */
export function superviseBatches(): void {
  singleton('batch-supervision', () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stopBatches)
    resumeAfterStart().catch(error => log('error', 'batches_not_resumed', { ...describeError(error) }))
    return true
  })
}
