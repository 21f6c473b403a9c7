import 'server-only'
import { DeskError, toDeskError } from '#lib/errors.ts'
import { log } from '#lib/log.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { isKeyRefusal, KEY_REFUSALS } from '#lib/portrait-api/key-status.ts'
import { isForeign, isPassing } from '#lib/portrait-api/passing.ts'
import { hasDiskRoom, isForWantOfRoom } from '#lib/process/disk-room.ts'
import { getDatabase } from '#lib/store/database.ts'
import type { PauseReason } from '#lib/store/words.ts'
import { getHeldJobs, type HeldJob, type JobKind, type JobRow } from './job.ts'

/** What ends by itself is looked at again so often; a server that is started anew is back soon. */
const LOOK_MS = { disk_full: 30_000, database_unavailable: 3_000 } as const
/** The breaker says itself when it lets the next call try; without it so long. */
const SERVICE_LOOK_MS = 15_000
/** A service that answers a look, and then not what the job asks of it, is tried after twice as long each time. */
const TRY_MS = 2_000
const TRY_MAX_MS = 60_000
/** While nobody looks, how a refused key stands is asked after twice as long each time. */
const KEY_LOOK_MAX_MS = 10 * 60_000

/** That it is over is found out by a small call, which says nothing of what the job asks for: that is then tried. */
const TRIED: readonly PauseReason[] = ['service_unreachable', ...KEY_REFUSALS]

/**
 * What an error means for the whole job: a reason to wait, or null. The service counts as down only when the
 * breaker says so; one photo that cannot be had is a problem of that photo.
 */
export function toPauseReason(thrown: unknown): PauseReason | null {
  if (isForWantOfRoom(thrown)) return 'disk_full'
  if (!(thrown instanceof DeskError)) return null
  if (thrown.code === 'database_unavailable') return thrown.code
  // Then neither could the log be written, before or after a call; whoever was called about is looked up.
  const isUnlogged = thrown.code === 'activity_unwritable' || thrown.code === 'not_recorded'
  if (isUnlogged && thrown.cause instanceof DeskError) return toPauseReason(thrown.cause)
  if (isKeyRefusal(thrown.code)) return thrown.code
  const isNotReached = thrown.code === 'service_unreachable' || thrown.code === 'gateway_answered'
  const down = isNotReached && thrown.retryAfterSeconds !== undefined
  return down ? 'service_unreachable' : null
}

/** The list of people could not be read this time, or does not hold still: no reason to give up on everybody in it. */
export function isUnread(thrown: unknown): boolean {
  const { code } = toDeskError(thrown)
  return isPassing(code) || code === 'list_unsteady'
}

/**
 * Whether what went wrong with one of many is worth a second look when all others have had their turn. Throws what stands in
 * everybody's way: of an answer that is hardly the service's (a maintenance page, say) only another one tells whether it is
 * about this one alone.
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

/** Something of it has come to an end again, or somebody wants it tried now. */
export function endStandstill(job: HeldJob): void {
  if (!job.standstill) return
  log('info', `${job.kind}_resumed`, { [job.kind]: job.row.id, reason: job.standstill.reason })
  job.standstill = null
}

/** How it stands to people: what only tries whether it can go on waits. */
export function toShownState<Row extends JobRow>(
  { working }: JobKind<Row>,
  { id, state, pause_reason }: Row,
): Pick<Row, 'state' | 'pause_reason'> | { state: 'paused'; pause_reason: PauseReason } {
  const standstill = state === working ? getHeldJobs().get(id)?.standstill : null
  return standstill ? { state: 'paused', pause_reason: standstill.reason } : { state, pause_reason }
}

/** Returns when it is worth while to go on, when somebody has asked for it, or when the job has been put down. */
export async function endOfPause(job: HeldJob, reason: PauseReason, cause: unknown): Promise<void> {
  const { signal } = job.cancellation
  if (signal.aborted) return
  const woken = Promise.withResolvers<'woken'>()
  job.wake = () => woken.resolve('woken')
  const wait = new AbortController()
  const until = AbortSignal.any([wait.signal, signal])
  try {
    if (isKeyRefusal(reason)) return void (await Promise.race([woken.promise, untilKeyServes(job, until)]))
    let waitMs = reason === 'service_unreachable' ? toTryMs(job, toWaitMs(cause)) : toLookMs(reason)
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

/** Whether only a try shows that such a pause is over. */
export function isTried(reason: PauseReason): boolean {
  return TRIED.includes(reason)
}

/** Whoever else finds that the service takes the key again ends the wait; while nobody does, the job asks. */
async function untilKeyServes(job: HeldJob, signal: AbortSignal): Promise<void> {
  const { keyStatus } = job.client
  await sleep(toTryMs(job, TRY_MS), signal)
  let waitMs = SERVICE_LOOK_MS
  while (keyStatus.refusal !== null && !signal.aborted) {
    await Promise.race([keyStatus.whenTaken(), sleep(waitMs, signal)])
    if (keyStatus.refusal !== null && !signal.aborted) await findFailure(job.client, signal)
    waitMs = Math.min(KEY_LOOK_MAX_MS, waitMs * 2)
  }
}

/** It waits until its owner is there with a key, or may come in again; held by nobody. */
export async function waitForOwner<Row extends JobRow>(
  { name, store }: JobKind<Row>,
  { id, pause_reason }: Row,
): Promise<void> {
  const reason = 'not_connected'
  if ((await store().pause(id, reason)) && pause_reason !== reason)
    log('warn', `${name}_paused`, { [name]: id, reason })
}

/** For what has no job any more that could wait. */
export async function untilDatabaseIsBack(): Promise<void> {
  do await sleep(LOOK_MS.database_unavailable, new AbortController().signal)
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
 * One small call asks whether the service is there, so that not a whole burst of calls is refused. Of the projects nobody is
 * unknown: who answers anything else for them is not the service, and it has to be waited for.
 */
async function findFailure(client: PortraitClient, signal: AbortSignal): Promise<unknown> {
  try {
    await client.listProjects({ signal, lane: 'background', fresh: true })
    return null
  } catch (cause) {
    const { code, retryAfterSeconds } = toDeskError(cause)
    if (!isPassing(code) || retryAfterSeconds !== undefined) return cause
    return new DeskError('service_unreachable', { retryAfterSeconds: SERVICE_LOOK_MS / 1000, cause })
  }
}

/** Undefined: it does not end by itself. */
function toLookMs(reason: PauseReason): number | undefined {
  return reason === 'disk_full' || reason === 'database_unavailable' ? LOOK_MS[reason] : undefined
}

/** Calls that are tried in vain use up the limit, which everybody shares: so each time in a row it waits longer. */
function toTryMs({ standstill }: HeldJob, leastMs: number): number {
  const tries = standstill?.tries ?? 0
  return Math.max(leastMs, tries > 0 ? Math.min(TRY_MAX_MS, TRY_MS * 2 ** tries) : 0)
}

function toWaitMs(failure: unknown): number {
  const seconds = failure instanceof DeskError ? failure.retryAfterSeconds : undefined
  return seconds === undefined ? SERVICE_LOOK_MS : seconds * 1000
}

/** Ends at once when nobody waits any more, and leaves nothing behind: some pauses outlast thousands of looks. */
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
