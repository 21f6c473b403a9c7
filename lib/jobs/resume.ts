import 'server-only'
import { DESK } from '#lib/contracts/activity.ts'
import type { User } from '#lib/contracts/session.ts'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'
import { oneAtATime } from '#lib/one-at-a-time.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { isKeyRefusal } from '#lib/portrait-api/key-status.ts'
import { type JobClaims, jobClaims } from '#lib/ports/job-claims.ts'
import { beginToStop, doBeforeEnd, isStopping } from '#lib/process/stopping.ts'
import { getBackgroundClient } from '#lib/session/connection/connection.ts'
import { singleton } from '#lib/singleton.ts'
import { cancelJob, concludeJob, resumeJob, whenReleased } from './engine.ts'
import {
  endsWithOwner,
  getBrokenJobs,
  getHeldJobs,
  isOwnerLockedOut,
  type JobKind,
  type JobRow,
} from './job.ts'
import { waitForOwner } from './pause.ts'

/**
 * Called once for each process: resumes jobs of the process before, adopts those that other desks leave, and releases
 * all when this process stops. Other desks then continue them while this one still answers requests.
 */
export function superviseJobs(kinds: readonly JobKind[]): void {
  singleton('job-supervision', () => {
    const claims = jobClaims.get()
    if (claims.areShared) {
      process.once('SIGUSR2', stopJobs)
      // Other desks leave an unreleased job alone until its claim has expired.
      doBeforeEnd(stopJobs)
    } else for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stopJobs)
    for (const kind of kinds)
      resumeAfterStart(kind).catch(error =>
        log('error', 'jobs_not_resumed', { kind: kind.name, ...describeError(error) }),
      )
    keepAdopting(kinds, claims)
    return true
  })
}

/** Stops all jobs of a stopping desk. Resolves when they are released, for the next process or another desk. */
export async function stopJobs(): Promise<void> {
  beginToStop()
  const held = [...getHeldJobs().values()]
  for (const { cancellation } of held) cancellation.abort(new Error('The desk stops.'))
  await Promise.all(held.map(({ ended }) => ended))
}

/**
 * Resumes unfinished jobs with the desk's own key, or lets them wait for their owner. Jobs that a user paused, and jobs
 * of other desks, stay as they are.
 */
export async function resumeAfterStart(
  kind: JobKind,
  isIncluded: (row: JobRow) => boolean | Promise<boolean> = () => true,
): Promise<void> {
  for (const row of await kind.store().listUnfinished()) {
    // The event of a cancellation at another desk may be lost.
    if (isCancelRequested(row)) getHeldJobs().get(row.id)?.interrupt()
    if (getHeldJobs().has(row.id) || row.pause_reason === 'by_person') continue
    if (!(await isIncluded(row))) continue
    const claim = jobClaims.get().open(row.id)
    if (!(await claim.take())) continue
    let isResumed = false
    try {
      isResumed = await resumeWith(kind, row)
    } finally {
      // The engine takes the claim again for a job that it runs.
      if (isResumed) claim.detach()
      else await claim.release('done')
    }
  }
}

async function resumeWith(kind: JobKind, row: JobRow): Promise<boolean> {
  const client = (await isOwnerLockedOut(kind, row)) ? null : await getBackgroundClient()
  const accepted = client && (await kind.accepts(row, client, 'desk')) ? client : null
  if (hasEnded(kind, row)) await whenReleased(row.id, () => conclude(kind, row, accepted))
  else if (!accepted) await waitForOwner(kind, row)
  else {
    resumeJob(kind, row, accepted)
    return true
  }
  return false
}

/** Ends a cancelled job whose desk crashed before its calls had ended, and settles an ended one. */
async function conclude(kind: JobKind, row: JobRow, client: PortraitClient | null): Promise<void> {
  const { cancelled_by } = row
  if (isCancelRequested(row) && !(await kind.end(row, { state: 'cancelled', cancelled_by }))) return
  await concludeJob(kind, row.id, client)
}

/** Milliseconds after which a stored job without a claim is orphaned: its desk crashed before it began. */
const BEGIN_MS = 5_000

/**
 * Resumes jobs of desks that crashed or stopped, also jobs that were stored and never begun. `since`: when each job
 * without a claim was first seen.
 */
export async function adoptOrphanedJobs(
  kinds: readonly JobKind[],
  since: Map<string, number>,
): Promise<void> {
  if (isStopping()) return
  const claims = await jobClaims.get().listOthers()
  const now = performance.now()
  const unbegun = new Set<string>()
  for (const kind of kinds)
    await resumeAfterStart(kind, async row => {
      const { id } = row
      if (getBrokenJobs().has(id)) return false
      // Another desk may not lock out the owner, and resumes the job. Otherwise the next start pauses it.
      if (!isCancelRequested(row) && (await isOwnerLockedOut(kind, row))) return false
      const claim = claims.get(id)
      if (claim || !(isUnderWay(kind, row) || isCancelRequested(row))) return claim?.lasts === false
      unbegun.add(id)
      if (!since.has(id)) since.set(id, now)
      return now - (since.get(id) ?? now) >= BEGIN_MS
    })
  for (const id of since.keys()) if (!unbegun.has(id)) since.delete(id)
}

/**
 * True for a job that a desk runs or holds in a pause. Its claim may be missing: expired ones are deleted after a day.
 */
function isUnderWay({ working }: JobKind, { state, pause_reason }: JobRow): boolean {
  return state === working || (state === 'paused' && pause_reason !== 'not_connected')
}

/** Adopts what other desks leave. Without the database there is nothing to adopt. */
function keepAdopting(kinds: readonly JobKind[], claims: JobClaims): void {
  const since = new Map<string, number>()
  claims.onOrphaned(
    () => void oneAtATime('jobs that are left', () => adoptOrphanedJobs(kinds, since)).catch(() => {}),
  )
}

/** Resumes the jobs of a user who has brought a key. */
export async function resumeForOwner(
  kind: JobKind,
  user: User,
  client: PortraitClient | null,
): Promise<void> {
  if (!client) return
  const mine = (await kind.store().listUnfinished()).filter(
    row => row.owner_id === user.id && row.pause_reason !== 'by_person' && !hasEnded(kind, row),
  )
  const claims = mine.length > 0 ? await jobClaims.get().listOthers() : new Map<string, { lasts: boolean }>()
  for (const row of mine) {
    const held = getHeldJobs().get(row.id)
    if (held && !(waitsForKey(row) && held.client.keyFingerprint !== client.keyFingerprint)) continue
    // The current key of another desk is unknown here. Only a key other than the job's first one is worth a try.
    if (claims.get(row.id)?.lasts && !(waitsForKey(row) && row.key_fingerprint !== client.keyFingerprint))
      continue
    if (await kind.accepts(row, client, 'owner')) resumeJob(kind, row, client)
  }
}

/**
 * Cancels the jobs of accounts that ended. A running job notices that itself. A job that waits for its owner's key is
 * held by no desk, and would resume if the owner ever signed in again.
 */
export async function cancelJobsOf(
  kind: JobKind,
  isEnded: (ownerId: string) => boolean | Promise<boolean>,
): Promise<void> {
  for (const row of await kind.store().listUnfinished())
    if (endsWithOwner(kind, row) && !hasEnded(kind, row) && (await isEnded(row.owner_id)))
      await cancelJob(kind, row, { by: DESK })
}

function waitsForKey({ pause_reason }: JobRow): boolean {
  return isKeyRefusal(pause_reason)
}

function isCancelRequested({ cancel_asked_at }: JobRow): boolean {
  return typeof cancel_asked_at === 'string'
}

/** True when a job has ended or is about to be cancelled. */
function hasEnded({ working }: JobKind, row: JobRow): boolean {
  return isCancelRequested(row) || (row.state !== working && row.state !== 'paused')
}
