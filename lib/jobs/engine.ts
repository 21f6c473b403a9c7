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
import { endStandstill, toPauseReason, untilDatabaseIsBack, waitForOwner } from './pause.ts'
import { type Next, recover, tellBroken } from './recover.ts'
import { countStart, forgetStarts, noteProgress } from './starts.ts'

/**
 * One engine for all work that outlives the request that began it: exports, imports, batches. It knows no kind; a kind is
 * a `JobKind`, which brings its store, its step and its words (`job.ts`).
 *
 * - `startJob` begins one, `runJob` takes one up: it claims the job, goes from step to step, and tells its end. Whose owner
 *   cannot come in as this desk is set up is not claimed, and waits.
 * - What stands in everybody's way pauses it with a reason (`recover.ts`); `pause.ts` knows when that is over.
 * - `resumeJob` ends a pause now; `resume.ts` takes up what waits for a start of the desk, or for its owner's key.
 * - `cancelJob` ends it.
 * - `estimate.ts` says how long it takes beside others, `work-off.ts` shares the calls of a step among a few workers.
 *
 * Nothing is kept in memory alone that a restart must know. Who of several desks holds a job is its lease (`leases.ts`); a
 * step writes as its holder, without knowing of it. See docs/decisions/037-one-job-engine.md.
 */

type Fields = Record<string, string | number | null>

/** Begins a job that has just been written down. `told` is what its first line says; `given`, what is known already. */
export function startJob<Row extends JobRow, Memory>(
  kind: JobKind<Row, Memory>,
  row: Row,
  { client, told, given }: { client: PortraitClient; told: Fields; given?: Partial<Memory> },
): void {
  log('info', `${kind.name}_started`, { [kind.name]: row.id, ...told })
  void runJob(kind, row, client, given)
}

/**
 * Takes a job from wherever it is to its end, or until a person pauses it, the desk stops, or another desk has it. Resolves
 * then, and at once when it is held already. Never throws.
 */
export async function runJob<Row extends JobRow, Memory>(
  kind: JobKind<Row, Memory>,
  row: Row,
  client: PortraitClient,
  given: Partial<Memory> = {},
): Promise<void> {
  await hold(kind, row, { client, given, resumedFrom: null })
}

async function hold<Row extends JobRow, Memory>(
  kind: JobKind<Row, Memory>,
  row: Row,
  { client, given, resumedFrom }: Pick<HeldJob, 'client' | 'resumedFrom'> & { given: Partial<Memory> },
): Promise<void> {
  // A desk that stops takes nothing up any more; its next start does.
  if (getHeldJobs().has(row.id) || isStopping()) return
  const cancellation = new AbortController()
  const claim = jobClaims.get().open(row.id, () => cancellation.abort(toRecall()))
  const run: Run<Row, Memory> = {
    ...kind.remember(row),
    ...given,
    ...{ row, kind: kind.name, claim, client, left: null, standstill: null },
    ...{ isResumed: false, resumedFrom },
    ...{ cancellation, signal: cancellation.signal, ended: Promise.resolve(), wake() {}, interrupt() {} },
  }
  cancellation.signal.addEventListener('abort', () => run.interrupt(), { once: true })
  getHeldJobs().set(row.id, run)
  getBrokenJobs().delete(row.id)
  run.ended = claim.run(() => toEnd(kind, run))
  await run.ended
}

/** "Go on": ends a pause now, with this key, or takes up what an earlier process has left. */
export function resumeJob<Row extends JobRow>(kind: JobKind<Row>, row: Row, client: PortraitClient): void {
  const held = getHeldJobs().get(row.id)
  if (!held) return void takeUp(kind, row, client)
  // What waits in this process says itself that its pause is over.
  if (row.pause_reason === 'by_person') tellResumed(kind, row.id, row.pause_reason)
  if (row.state !== 'paused') return void endStandstill(held)
  held.client = client
  held.isResumed = true
  held.wake()
}

/** What another desk only waits with, is asked of it: here is the one who has said "go on". */
async function takeUp<Row extends JobRow>(
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
    return tellBroken(kind, row.id, error)
  }
  const running = hold(kind, row, { client, given: {}, resumedFrom: row.pause_reason ?? 'restart' })
  claim.detach()
  await running
}

/** Whoever works on a job, at this desk or another, begins nothing more and looks at what is written down of it. */
export function interruptJob(kind: JobKind, id: string): void {
  const held = getHeldJobs().get(id)
  if (held) held.interrupt()
  else void whenPutDown(id, async () => {}).catch(error => tellBroken(kind, id, error))
}

/**
 * Ends a job; one that has ended stays as it is. Where its calls end first, that it is to end is written down before: no desk works
 * on it again, also when this one is gone by then. Without a client nothing can be looked up of one that nobody holds. `by`: as the
 * log will tell it.
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
  if (!(await (store.askToCancel ? whenPutDown(row.id, end) : end()))) return
  whenPutDown(row.id, () => tellEnd(kind, row.id, held?.client ?? client)).catch(error =>
    tellBroken(kind, row.id, error),
  )
}

/** The same from within a step, which cannot wait for its own end. */
export function cancelFromWithin<Row extends JobRow>(kind: JobKind<Row>, row: Row): void {
  cancelJob(kind, row, { by: DESK }).catch(error => tellBroken(kind, row.id, error))
}

/** Runs when nobody works on a job any more, at this desk or another, and before anybody does again. */
export async function whenPutDown<Result>(id: string, run: () => Promise<Result>): Promise<Result> {
  const held = getHeldJobs().get(id)
  held?.cancellation.abort(toRecall())
  await held?.ended
  return runExclusively(id, run)
}

/** What is open after an end is settled, and the end is told. Never throws: the end itself is written down. */
export async function tellEnd(kind: JobKind, id: string, client: PortraitClient | null): Promise<void> {
  try {
    const row = await kind.store().find(id)
    if (!row) return
    await kind.settle?.(row, client)
    const told = { state: row.state, ...(await kind.account(row)) }
    log(row.state === 'failed' ? 'warn' : 'info', `${kind.name}_ended`, { [kind.name]: id, ...told })
  } catch (error) {
    // Another desk has taken it up meanwhile, and tells it.
    if (error instanceof DeskError && error.code === 'cancelled') return
    if (toPauseReason(error) !== 'database_unavailable') return tellBroken(kind, id, error)
    await untilDatabaseIsBack()
    await tellEnd(kind, id, client)
  }
}

async function toEnd(kind: JobKind, job: HeldJob): Promise<void> {
  const { row } = job
  const { signal } = job.cancellation
  const cancel = () =>
    cancelJob(kind, row, { by: DESK }).catch(error => {
      if (toPauseReason(error) === 'database_unavailable') throw error
      tellBroken(kind, row.id, error)
    })
  const stopWatching = endsWithOwner(kind, row) ? watchAccount(row.owner_id, cancel) : () => {}
  let next: Next = 'step'
  try {
    while (next === 'step' && !signal.aborted) next = await goOn(kind, job)
  } catch (error) {
    // What is left of it waits for the next start.
    next = 'broken'
    getBrokenJobs().add(row.id)
    tellBroken(kind, row.id, error)
  }
  await forgetStarts(row.id)
  if (next === 'ended') await tellEnd(kind, row.id, job.client)
  stopWatching()
  // An unexpected error would repeat at other desks, so the claim is kept until one of them requests the job.
  if (next === 'broken') job.claim.releaseOnRequest()
  else await job.claim.release(next !== 'ended' && isStopping() ? 'free' : 'done')
  getHeldJobs().delete(row.id)
  kind.letGo?.(job)
  // Whoever pressed "go on" in the last moment found it still held.
  if (next === 'left' && job.isResumed && !signal.aborted) void runJob(kind, row, job.client)
}

async function goOn(kind: JobKind, job: HeldJob): Promise<Next> {
  const step = new AbortController()
  job.signal = step.signal
  job.interrupt = () => {
    step.abort(toRecall())
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
    if (job.resumedFrom !== null) tellResumed(kind, job.row.id, job.resumedFrom)
    job.resumedFrom = null
    const isMore = await kind.step(job)
    await noteProgress(job.row.id)
    endStandstill(job)
    return isMore ? 'step' : 'ended'
  } catch (thrown) {
    if (job.cancellation.signal.aborted) return 'left'
    if (step.signal.aborted) return 'step'
    // Nothing of its own has gone wrong: it has not failed, and waits for the next start.
    if (!isClaimed && !toPauseReason(thrown)) throw thrown
    await noteProgress(job.row.id).catch(() => {})
    return recover(kind, job, thrown)
  }
}

/** Ends a job whose last starts all ended the process, so that no stored input keeps the desk from starting. */
async function setAside(kind: JobKind, { row }: HeldJob): Promise<Next> {
  log('error', `${kind.name}_set_aside`, { [kind.name]: row.id, reason: 'ended_desk' })
  return (await kind.end(row, { state: 'failed', error: 'ended_desk' })) ? 'ended' : 'left'
}

/** A call that still waits in the line is taken back, and has certainly not left. */
function toRecall(): DeskError {
  return new DeskError('cancelled', { neverSent: true })
}

function tellResumed({ name }: Pick<JobKind, 'name'>, id: string, reason: string): void {
  log('info', `${name}_resumed`, { [name]: id, reason })
}
