import 'server-only'
import { describeError } from '#lib/describe-error.ts'
import { toDeskError } from '#lib/errors.ts'
import { log } from '#lib/log.ts'
import type { PauseReason } from '#lib/store/words.ts'
import type { HeldJob, JobKind } from './job.ts'
import { endOfPause, endStandstill, isTried, toPauseReason } from './pause.ts'

/** What comes after a step: `ended` by its own work; `left` because somebody else has ended or paused it. */
export type Next = 'step' | 'ended' | 'left' | 'broken'

/** What a step that threw means for its job: a pause until it may go on, another try, or its end. */
export async function recover(kind: JobKind, job: HeldJob, thrown: unknown): Promise<Next> {
  // Without its database nobody can say more, and nothing can be written down.
  if (toPauseReason(thrown) !== 'database_unavailable')
    try {
      return await heed(kind, job, thrown)
    } catch (second) {
      if (toPauseReason(second) !== 'database_unavailable') throw second
    }
  await pause(kind, job, 'database_unavailable', thrown)
  return 'step'
}

async function heed(kind: JobKind, job: HeldJob, thrown: unknown): Promise<Next> {
  const reason = toPauseReason(thrown)
  const verdict = (await kind.judge?.(job, thrown)) ?? (reason ? { pause: reason } : 'failed')
  if (verdict === 'failed') {
    const { code: error } = toDeskError(thrown)
    if (error === 'internal') tellBroken(kind, job.row.id, thrown)
    return (await kind.end(job.row, { state: 'failed', error })) ? 'ended' : 'left'
  }
  if ('pause' in verdict) await pause(kind, job, verdict.pause, thrown)
  else if (verdict.againMs > 0) await rest(job, verdict.againMs)
  return 'step'
}

async function pause(kind: JobKind, job: HeldJob, reason: PauseReason, cause: unknown): Promise<void> {
  const before = job.standstill?.reason === reason ? job.standstill : null
  job.standstill = { reason, tries: before ? before.tries + 1 : 0 }
  if (!before)
    log('warn', `${kind.name}_paused`, {
      [kind.name]: job.row.id,
      reason,
      error: describeError(cause).error,
    })
  // Whoever reads that it is paused may wake it at once, so that must be possible before it is written down.
  const ended = endOfPause(job, reason, cause)
  const writing = kind.store().pause(job.row.id, reason)
  // On a full disk not even this may fit; it waits all the same.
  const isPaused = await writing.catch(() => true)
  if (!isPaused) job.wake()
  await ended
  if (!isPaused || job.cancellation.signal.aborted) job.standstill = null
  // That the service answers a look does not say that it does what is asked of it.
  else if (!isTried(reason) || job.isResumed) endStandstill(job)
}

async function rest(job: HeldJob, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  job.wake = resolve
  await promise
  clearTimeout(timer)
  job.wake = () => {}
}

export function tellBroken({ name }: Pick<JobKind, 'name'>, id: string, error: unknown): void {
  log('error', `${name}_broken`, { [name]: id, ...describeError(error) })
}
