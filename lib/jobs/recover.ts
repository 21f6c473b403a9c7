import 'server-only'
import { describeError } from '#lib/describe-error.ts'
import { toDeskError } from '#lib/errors.ts'
import { log } from '#lib/log.ts'
import type { PauseReason } from '#lib/store/enums.ts'
import type { HeldJob, JobKind } from './job.ts'
import { clearBlocked, needsTry, toPauseReason, untilPauseEnds } from './pause.ts'

/** The state after a step: `ended` by its own work, `left` because a user or another desk ended or paused it. */
export type Next = 'step' | 'ended' | 'left' | 'broken'

/** Handles the error of a step: a pause until it may continue, another try, or the end of the job. */
export async function recover(kind: JobKind, job: HeldJob, thrown: unknown): Promise<Next> {
  // Without the database no other verdict is possible, and nothing can be stored.
  if (toPauseReason(thrown) !== 'database_unavailable')
    try {
      return await handleError(kind, job, thrown)
    } catch (second) {
      if (toPauseReason(second) !== 'database_unavailable') throw second
    }
  await pause(kind, job, 'database_unavailable', thrown)
  return 'step'
}

async function handleError(kind: JobKind, job: HeldJob, thrown: unknown): Promise<Next> {
  const reason = toPauseReason(thrown)
  const verdict = (await kind.judge?.(job, thrown)) ?? (reason ? { pause: reason } : 'failed')
  if (verdict === 'failed') {
    const { code: error } = toDeskError(thrown)
    if (error === 'internal') logBroken(kind, job.row.id, thrown)
    return (await kind.end(job.row, { state: 'failed', error })) ? 'ended' : 'left'
  }
  if ('pause' in verdict) await pause(kind, job, verdict.pause, thrown)
  else if (verdict.againMs > 0) await waitBeforeRetry(job, verdict.againMs)
  return 'step'
}

async function pause(kind: JobKind, job: HeldJob, reason: PauseReason, cause: unknown): Promise<void> {
  const before = job.blocked?.reason === reason ? job.blocked : null
  job.blocked = { reason, tries: before ? before.tries + 1 : 0 }
  if (!before)
    log('warn', `${kind.name}_paused`, {
      [kind.name]: job.row.id,
      reason,
      error: describeError(cause).error,
    })
  // A user may wake the job as soon as its pause is stored, so the wait begins before that.
  const ended = untilPauseEnds(job, reason, cause)
  const writing = kind.store().pause(job.row.id, reason)
  // A full disk may refuse even this write. The job pauses all the same.
  const isPaused = await writing.catch(() => true)
  if (!isPaused) job.wake()
  await ended
  if (!isPaused || job.cancellation.signal.aborted) job.blocked = null
  // A successful check does not prove that the job's own calls succeed.
  else if (!needsTry(reason) || job.isResumed) clearBlocked(job)
}

async function waitBeforeRetry(job: HeldJob, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  job.wake = resolve
  await promise
  clearTimeout(timer)
  job.wake = () => {}
}

export function logBroken({ name }: Pick<JobKind, 'name'>, id: string, error: unknown): void {
  log('error', `${name}_broken`, { [name]: id, ...describeError(error) })
}
