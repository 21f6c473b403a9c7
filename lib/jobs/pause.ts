import 'server-only'
import { DeskError, toDeskError } from '#lib/errors.ts'
import { log } from '#lib/log.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { isKeyRefusal, KEY_REFUSALS } from '#lib/portrait-api/key-status.ts'
import { isForeign, isPassing } from '#lib/portrait-api/passing.ts'
import { hasDiskRoom, isForWantOfRoom } from '#lib/process/disk-room.ts'
import { getDatabase } from '#lib/store/database.ts'
import type { PauseReason } from '#lib/store/enums.ts'
import { getHeldJobs, type HeldJob, type JobKind, type JobRow } from './job.ts'

/** Milliseconds between two checks whether a pause is over. A restarted database server is back soon. */
const CHECK_MS = { disk_full: 30_000, database_unavailable: 3_000 } as const
/** Milliseconds between two checks of the service, unless the breaker says when the next call may try. */
const SERVICE_CHECK_MS = 15_000
/** Backoff for a service that answers the check and then fails the job's own calls. */
const RETRY_MS = 2_000
const RETRY_MAX_MS = 60_000
/** Backoff limit of checks whether the service accepts a refused key again. */
const KEY_CHECK_MAX_MS = 10 * 60_000

/** Reasons whose check proves little: the job must try its own calls. */
const NEED_TRY: readonly PauseReason[] = ['service_unreachable', ...KEY_REFUSALS]

/**
 * Returns why an error pauses the whole job, or null. The service counts as down only when the breaker says so: one
 * photo that fails is a problem of that photo.
 */
export function toPauseReason(thrown: unknown): PauseReason | null {
  if (isForWantOfRoom(thrown)) return 'disk_full'
  if (!(thrown instanceof DeskError)) return null
  if (thrown.code === 'database_unavailable') return thrown.code
  // The log could not be written either, before or after a call. The job looks up the result of that call later.
  const isUnlogged = thrown.code === 'activity_unwritable' || thrown.code === 'not_recorded'
  if (isUnlogged && thrown.cause instanceof DeskError) return toPauseReason(thrown.cause)
  if (isKeyRefusal(thrown.code)) return thrown.code
  const isNotReached = thrown.code === 'service_unreachable' || thrown.code === 'gateway_answered'
  const down = isNotReached && thrown.retryAfterSeconds !== undefined
  return down ? 'service_unreachable' : null
}

/** True when the list of people could not be read or kept changing. The people in it have not failed. */
export function isUnread(thrown: unknown): boolean {
  const { code } = toDeskError(thrown)
  return isPassing(code) || code === 'list_unsteady'
}

/**
 * True when a failed item is worth a second try after all others. Throws errors that concern all items: only another
 * call shows whether a foreign answer, such as a maintenance page, is about this item alone.
 */
export async function isForAnotherLook(
  { client, signal }: HeldJob,
  thrown: unknown,
  { isLastLook }: { isLastLook: boolean },
): Promise<boolean> {
  const failure = isForeign(thrown) ? await findFailure(client, signal) : null
  signal.throwIfAborted()
  if (toPauseReason(failure)) throw failure
  const { code } = toDeskError(thrown)
  return (isPassing(code) || code === 'outcome_unknown') && !isLastLook
}

/** Ends the blocked state: part of the job has succeeded, or a user wants a try now. */
export function clearBlocked(job: HeldJob): void {
  if (!job.blocked) return
  log('info', `${job.kind}_resumed`, { [job.kind]: job.row.id, reason: job.blocked.reason })
  job.blocked = null
}

/** Returns the state that users see: a blocked job that only tries again is shown as paused. */
export function toShownState<Row extends JobRow>(
  { working }: JobKind<Row>,
  { id, state, pause_reason }: Row,
): Pick<Row, 'state' | 'pause_reason'> | { state: 'paused'; pause_reason: PauseReason } {
  const blocked = state === working ? getHeldJobs().get(id)?.blocked : null
  return blocked ? { state: 'paused', pause_reason: blocked.reason } : { state, pause_reason }
}

/** Resolves when the job may continue, when a user asks for it, or when the job is cancelled. */
export async function untilPauseEnds(job: HeldJob, reason: PauseReason, cause: unknown): Promise<void> {
  const { signal } = job.cancellation
  if (signal.aborted) return
  const woken = Promise.withResolvers<'woken'>()
  job.wake = () => woken.resolve('woken')
  const wait = new AbortController()
  const until = AbortSignal.any([wait.signal, signal])
  try {
    if (isKeyRefusal(reason)) return void (await Promise.race([woken.promise, untilKeyServes(job, until)]))
    let waitMs = reason === 'service_unreachable' ? toRetryMs(job, toWaitMs(cause)) : toCheckMs(reason)
    for (;;) {
      if (waitMs === undefined) return void (await woken.promise)
      if ((await Promise.race([woken.promise, sleep(waitMs, until)])) === 'woken') return
      if (reason === 'disk_full' && (await hasDiskRoom())) return
      if (reason === 'database_unavailable' && (await canWrite())) return
      if (reason === 'service_unreachable') {
        const failure = await findFailure(job.client, signal)
        if (toPauseReason(failure) !== 'service_unreachable') return
        waitMs = toWaitMs(failure)
      }
    }
  } finally {
    wait.abort()
    job.wake = () => {}
  }
}

/** True when only a try shows that such a pause is over. */
export function needsTry(reason: PauseReason): boolean {
  return NEED_TRY.includes(reason)
}

/** Waits until any call shows that the service accepts the key again. Without other calls, the job checks itself. */
async function untilKeyServes(job: HeldJob, signal: AbortSignal): Promise<void> {
  const { keyStatus } = job.client
  await sleep(toRetryMs(job, RETRY_MS), signal)
  let waitMs = SERVICE_CHECK_MS
  while (keyStatus.refusal !== null && !signal.aborted) {
    await Promise.race([keyStatus.whenTaken(), sleep(waitMs, signal)])
    if (keyStatus.refusal !== null && !signal.aborted) await findFailure(job.client, signal)
    waitMs = Math.min(KEY_CHECK_MAX_MS, waitMs * 2)
  }
}

/** Pauses a job, held by no desk, until its owner brings a key or is no longer locked out. */
export async function waitForOwner<Row extends JobRow>(
  { name, store }: JobKind<Row>,
  { id, pause_reason }: Row,
): Promise<void> {
  const reason = 'not_connected'
  if ((await store().pause(id, reason)) && pause_reason !== reason)
    log('warn', `${name}_paused`, { [name]: id, reason })
}

/** Waits for the database after the end of a job. */
export async function untilDatabaseIsBack(): Promise<void> {
  do await sleep(CHECK_MS.database_unavailable, new AbortController().signal)
  while (!(await canWrite()))
}

function canWrite(): Promise<boolean> {
  return getDatabase()
    .requireWritable()
    .then(
      () => true,
      () => false,
    )
}

/**
 * Checks the service with one small call instead of a burst, and returns its error or null. Every key may list
 * projects, so any other answer comes from something between the desk and the service.
 */
async function findFailure(client: PortraitClient, signal: AbortSignal): Promise<unknown> {
  try {
    await client.listProjects({ signal, lane: 'background', fresh: true })
    return null
  } catch (cause) {
    const { code, retryAfterSeconds } = toDeskError(cause)
    if (!isPassing(code) || retryAfterSeconds !== undefined) return cause
    return new DeskError('service_unreachable', { retryAfterSeconds: SERVICE_CHECK_MS / 1000, cause })
  }
}

/** Milliseconds between two checks; undefined for a pause that does not end by itself. */
function toCheckMs(reason: PauseReason): number | undefined {
  return reason === 'disk_full' || reason === 'database_unavailable' ? CHECK_MS[reason] : undefined
}

/** Backs off: calls that fail use up the limit that all users share. */
function toRetryMs({ blocked }: HeldJob, leastMs: number): number {
  const tries = blocked?.tries ?? 0
  return Math.max(leastMs, tries > 0 ? Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** tries) : 0)
}

function toWaitMs(failure: unknown): number {
  const seconds = failure instanceof DeskError ? failure.retryAfterSeconds : undefined
  return seconds === undefined ? SERVICE_CHECK_MS : seconds * 1000
}

/** Resolves after `ms` or an abort. Removes its listener: some pauses outlast thousands of checks. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(end, ms)
  signal.addEventListener('abort', end)

  function end(): void {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    resolve()
  }

  return promise
}
