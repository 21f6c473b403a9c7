import 'server-only'
import { DESK } from '#lib/contracts/activity.ts'
import { DeskError } from '#lib/errors.ts'
import { log } from '#lib/log.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { jobClaims, runExclusively } from '#lib/ports/job-claims.ts'
import { isStopping } from '#lib/process/stopping.ts'
import { watchAccount } from '#lib/session/sessions/watch-access.ts'
import type { Canceller } from '#lib/store/job-states.ts'
import {
  endsWithOwner,
  getBrokenJobs,
  getHeldJobs,
  type HeldJob,
  isOwnerLockedOut,
  type JobKind,
  type JobRow,
  type Run,
} from './job.ts'
import { clearBlocked, toPauseReason, untilDatabaseIsBack, waitForOwner } from './pause.ts'
import { logBroken, type Next, recover } from './recover.ts'
import { countStart, forgetStarts, noteProgress } from './starts.ts'

/**
 * One engine for all work that outlives its request: exports, imports, batches and deliveries. Each is a `JobKind` with
 * its store and its step (`job.ts`).
 *
 * - `startJob` begins a new job. `runJob` claims a job, runs its steps and logs its end. A job whose owner is locked
 *   out waits unclaimed.
 * - `recover.ts` pauses a job for errors that concern everything, and `pause.ts` decides when that pause ends.
 * - `resumeJob` ends a pause now. `resume.ts` resumes jobs after a start of the desk, or with a new key of the owner.
 * - `cancelJob` ends a job.
 * - `estimate.ts` estimates the remaining time, and `work-off.ts` shares the calls of a step among a few workers.
 *
 * Everything that a restart must know is stored. The port `job-claims` decides which desk runs a job; a step runs under
 * its claim without knowing it. See docs/decisions/037-one-job-engine.md.
 */

type Fields = Record<string, string | number | null>

/** Begins a job that was just stored. `logged` goes into its first log line; `given` is the initial memory. */
export function startJob<Row extends JobRow, Memory>(
  kind: JobKind<Row, Memory>,
  row: Row,
  { client, logged, given }: { client: PortraitClient; logged: Fields; given?: Partial<Memory> },
): void {
  log('info', `${kind.name}_started`, { [kind.name]: row.id, ...logged })
  void runJob(kind, row, client, given)
}

/**
 * Runs a job from its current state to its end, or until a person pauses it, the desk stops, or another desk has it.
 * Resolves at once for a job that this process holds already. Never throws.
 */
export async function runJob<Row extends JobRow, Memory>(
  kind: JobKind<Row, Memory>,
  row: Row,
  client: PortraitClient,
  given: Partial<Memory> = {},
): Promise<void> {
  await claimAndRun(kind, row, { client, given, resumedFrom: null })
}

async function claimAndRun<Row extends JobRow, Memory>(
  kind: JobKind<Row, Memory>,
  row: Row,
  { client, given, resumedFrom }: Pick<HeldJob, 'client' | 'resumedFrom'> & { given: Partial<Memory> },
): Promise<void> {
  // A stopping desk begins nothing: the next start resumes the job.
  if (getHeldJobs().has(row.id) || isStopping()) return
  const cancellation = new AbortController()
  const claim = jobClaims.get().open(row.id, () => cancellation.abort(toCancellation()))
  const run: Run<Row, Memory> = {
    ...kind.remember(row),
    ...given,
    ...{ row, kind: kind.name, claim, client, left: null, blocked: null },
    ...{ isResumed: false, resumedFrom },
    ...{ cancellation, signal: cancellation.signal, ended: Promise.resolve(), wake() {}, interrupt() {} },
  }
  cancellation.signal.addEventListener('abort', () => run.interrupt(), { once: true })
  getHeldJobs().set(row.id, run)
  getBrokenJobs().delete(row.id)
  run.ended = claim.run(() => runToCompletion(kind, run))
  await run.ended
}

/** Ends a pause now, with this key, or runs a job that this process does not hold. */
export function resumeJob<Row extends JobRow>(kind: JobKind<Row>, row: Row, client: PortraitClient): void {
  const held = getHeldJobs().get(row.id)
  if (!held) return void takeOver(kind, row, client)
  // A job that waits in this process logs the end of its other pauses itself.
  if (row.pause_reason === 'by_person') logResumed(kind, row.id, row.pause_reason)
  if (row.state !== 'paused') return void clearBlocked(held)
  held.client = client
  held.isResumed = true
  held.wake()
}

/** Runs a job here. If another desk holds it in a pause, asks that desk to hand it over. */
async function takeOver<Row extends JobRow>(
  kind: JobKind<Row>,
  row: Row,
  client: PortraitClient,
): Promise<void> {
  const claims = jobClaims.get()
  const claim = claims.open(row.id)
  const mayBeHeldElsewhere = claims.areShared && row.state === 'paused'
  try {
    if (mayBeHeldElsewhere && !(await isOwnerLockedOut(kind, row))) await claim.request()
  } catch (error) {
    return logBroken(kind, row.id, error)
  }
  const running = claimAndRun(kind, row, { client, given: {}, resumedFrom: row.pause_reason ?? 'restart' })
  claim.detach()
  await running
}

/** Makes the desk that works on a job stop its step and read the stored state of the job. */
export function interruptJob(kind: JobKind, id: string): void {
  const held = getHeldJobs().get(id)
  if (held) held.interrupt()
  else void whenReleased(id, async () => {}).catch(error => logBroken(kind, id, error))
}

/**
 * Cancels a job; an ended one stays as it is. Kinds that must finish in-flight calls first persist the cancellation
 * before that, so no desk resumes the job even if this one crashes. Without a client, an unheld job is not looked up at
 * the service. `by`: the account in the log.
 */
export async function cancelJob<Row extends JobRow>(
  kind: JobKind<Row>,
  row: Row,
  { by, client = null }: { by: Canceller; client?: PortraitClient | null },
): Promise<void> {
  const held = getHeldJobs().get(row.id)
  const store = kind.store()
  const cancelled_by = { id: by.id, email: by.email }
  const end = () => kind.end(row, { state: 'cancelled', cancelled_by })
  await store.askToCancel?.(row.id, cancelled_by)
  if (!(await (store.askToCancel ? whenReleased(row.id, end) : end()))) return
  whenReleased(row.id, () => concludeJob(kind, row.id, held?.client ?? client)).catch(error =>
    logBroken(kind, row.id, error),
  )
}

/** Cancels a job from within its own step, which cannot wait for its end. */
export function cancelFromWithin<Row extends JobRow>(kind: JobKind<Row>, row: Row): void {
  cancelJob(kind, row, { by: DESK }).catch(error => logBroken(kind, row.id, error))
}

/** Stops the work on a job at every desk, then runs `run` before any desk works on it again. */
export async function whenReleased<Result>(id: string, run: () => Promise<Result>): Promise<Result> {
  const held = getHeldJobs().get(id)
  held?.cancellation.abort(toCancellation())
  await held?.ended
  return runExclusively(id, run)
}

/** Settles what is open after the stored end of a job, and logs the end. Never throws. */
export async function concludeJob(kind: JobKind, id: string, client: PortraitClient | null): Promise<void> {
  try {
    const row = await kind.store().find(id)
    if (!row) return
    await kind.settle?.(row, client)
    const summary = { state: row.state, ...(await kind.account(row)) }
    log(row.state === 'failed' ? 'warn' : 'info', `${kind.name}_ended`, { [kind.name]: id, ...summary })
  } catch (error) {
    // Another desk has claimed the job meanwhile, and logs its end.
    if (error instanceof DeskError && error.code === 'cancelled') return
    if (toPauseReason(error) !== 'database_unavailable') return logBroken(kind, id, error)
    await untilDatabaseIsBack()
    await concludeJob(kind, id, client)
  }
}

async function runToCompletion(kind: JobKind, job: HeldJob): Promise<void> {
  const { row } = job
  const { signal } = job.cancellation
  const cancel = () =>
    cancelJob(kind, row, { by: DESK }).catch(error => {
      if (toPauseReason(error) === 'database_unavailable') throw error
      logBroken(kind, row.id, error)
    })
  const stopWatching = endsWithOwner(kind, row) ? watchAccount(row.owner_id, cancel) : () => {}
  let next: Next = 'step'
  try {
    while (next === 'step' && !signal.aborted) next = await runNextStep(kind, job)
  } catch (error) {
    // The rest of the job waits for the next start.
    next = 'broken'
    getBrokenJobs().add(row.id)
    logBroken(kind, row.id, error)
  }
  await forgetStarts(row.id)
  if (next === 'ended') await concludeJob(kind, row.id, job.client)
  stopWatching()
  // An unexpected error would repeat at other desks, so the claim is kept until one of them requests the job.
  if (next === 'broken') job.claim.releaseOnRequest()
  else await job.claim.release(next !== 'ended' && isStopping() ? 'free' : 'done')
  getHeldJobs().delete(row.id)
  kind.release?.(job)
  // The job may have been resumed while it was still held.
  if (next === 'left' && job.isResumed && !signal.aborted) void runJob(kind, row, job.client)
}

async function runNextStep(kind: JobKind, job: HeldJob): Promise<Next> {
  const step = new AbortController()
  job.signal = step.signal
  job.interrupt = () => {
    step.abort(toCancellation())
    job.wake()
  }
  job.isResumed = false
  let isClaimed = false
  try {
    if (!(await job.claim.take())) return 'left'
    if (await isOwnerLockedOut(kind, job.row)) {
      await waitForOwner(kind, job.row)
      return 'left'
    }
    if (!(await kind.store().claim(job.row.id))) return 'left'
    isClaimed = true
    if (!(await countStart(job.row.id, job.cancellation.signal))) return await setAside(kind, job)
    if (job.resumedFrom !== null) logResumed(kind, job.row.id, job.resumedFrom)
    job.resumedFrom = null
    const isMore = await kind.step(job)
    await noteProgress(job.row.id)
    clearBlocked(job)
    return isMore ? 'step' : 'ended'
  } catch (thrown) {
    if (job.cancellation.signal.aborted) return 'left'
    if (step.signal.aborted) return 'step'
    // The error is not the job's own: it has not failed, and waits for the next start.
    if (!isClaimed && !toPauseReason(thrown)) throw thrown
    await noteProgress(job.row.id).catch(() => {})
    return recover(kind, job, thrown)
  }
}

/** Fails a job whose last starts all ended the process, so that no stored input keeps the desk from starting. */
async function setAside(kind: JobKind, { row }: HeldJob): Promise<Next> {
  log('error', `${kind.name}_set_aside`, { [kind.name]: row.id, reason: 'ended_desk' })
  return (await kind.end(row, { state: 'failed', error: 'ended_desk' })) ? 'ended' : 'left'
}

/** The reason of an abort: a call that still waits for its place has certainly not left. */
function toCancellation(): DeskError {
  return new DeskError('cancelled', { neverSent: true })
}

function logResumed({ name }: Pick<JobKind, 'name'>, id: string, reason: string): void {
  log('info', `${name}_resumed`, { [name]: id, reason })
}
