import 'server-only'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'

type Job = 'export' | 'import' | 'batch'

/** A job waits, and why: `by_person`, or what stands in the way and where that came from. */
export function logPaused(
  job: Job,
  id: string,
  { reason, cause }: { reason: string; cause?: unknown },
): void {
  const { error } = cause === undefined ? {} : describeError(cause)
  log(reason === 'by_person' ? 'info' : 'warn', `${job}_paused`, { [job]: id, reason, error })
}

/** It goes on after this pause. A job that was not paused was broken off by the end of the desk, whatever ended that. */
export function logResumed(job: Job, id: string, reason: string | null): void {
  log('info', `${job}_resumed`, { [job]: id, reason: reason ?? 'restart' })
}
