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
import { cancelJob, resumeJob, tellEnd, whenPutDown } from './engine.ts'
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
 * Once for each process: takes up what the last one left, or another desk leaves, and puts it down properly when this one is
 * asked to stop. Where there are several, the others go on with it while this one still answers requests.
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

/** The desk has been asked to stop: nothing more leaves for the service. Resolves when all is put down, for whoever goes on. */
export async function stopJobs(): Promise<void> {
  beginToStop()
  const held = [...getHeldJobs().values()]
  for (const { cancellation } of held) cancellation.abort(new Error('The desk stops.'))
  await Promise.all(held.map(({ ended }) => ended))
}

/**
 * After a start: what had not come to its end goes on with the key that the desk itself has, or waits for its owner. What
 * a person has paused stays paused, and what another desk works on is left to it.
 */
export async function resumeAfterStart(
  kind: JobKind,
  isMeant: (row: JobRow) => boolean | Promise<boolean> = () => true,
): Promise<void> {
  for (const row of await kind.store().listUnfinished()) {
    // Who has cancelled it at another desk may not have come to tell this one.
    if (isToEnd(row)) getHeldJobs().get(row.id)?.interrupt()
    if (getHeldJobs().has(row.id) || row.pause_reason === 'by_person') continue
    if (!(await isMeant(row))) continue
    const claim = jobClaims.get().open(row.id)
    if (!(await claim.take())) continue
    let isTakenUp = false
    try {
      isTakenUp = await goOnWith(kind, row)
    } finally {
      // The engine takes the claim again for a job that it runs.
      if (isTakenUp) claim.detach()
      else await claim.release('done')
    }
  }
}

async function goOnWith(kind: JobKind, row: JobRow): Promise<boolean> {
  const client = (await isOwnerLockedOut(kind, row)) ? null : await getBackgroundClient()
  const accepted = client && (await kind.accepts(row, client, 'desk')) ? client : null
  if (hasEnded(kind, row)) await whenPutDown(row.id, () => endOrTell(kind, row, accepted))
  else if (!accepted) await waitForOwner(kind, row)
  else {
    resumeJob(kind, row, accepted)
    return true
  }
  return false
}

/** Whoever cancelled it waited for its calls, and was gone before they had ended. */
async function endOrTell(kind: JobKind, row: JobRow, client: PortraitClient | null): Promise<void> {
  const { cancelled_by } = row
  if (isToEnd(row) && !(await kind.end(row, { state: 'cancelled', cancelled_by }))) return
  await tellEnd(kind, row.id, client)
}

/** What was written down and not begun within so long has been left by a desk that was gone in this moment. */
const BEGIN_MS = 5_000

/**
 * What a desk has left that is gone, or has given back, or was gone before it could begin. `since`: when each job was first
 * seen that nobody has begun.
 */
export async function takeUpLeft(kinds: readonly JobKind[], since: Map<string, number>): Promise<void> {
  if (isStopping()) return
  const claims = await jobClaims.get().listOthers()
  const now = performance.now()
  const unbegun = new Set<string>()
  for (const kind of kinds)
    await resumeAfterStart(kind, async row => {
      const { id } = row
      if (getBrokenJobs().has(id)) return false
      // Another desk may let its owner in, and goes on with it; when none does, the next start says that it waits.
      if (!isToEnd(row) && (await isOwnerLockedOut(kind, row))) return false
      const claim = claims.get(id)
      if (claim || !(isUnderWay(kind, row) || isToEnd(row))) return claim?.lasts === false
      unbegun.add(id)
      if (!since.has(id)) since.set(id, now)
      return now - (since.get(id) ?? now) >= BEGIN_MS
    })
  for (const id of since.keys()) if (!unbegun.has(id)) since.delete(id)
}

/** Somebody works on it or waits with it, and has a lease for that; one that is a day old when the database is back is forgotten. */
function isUnderWay({ working }: JobKind, { state, pause_reason }: JobRow): boolean {
  return state === working || (state === 'paused' && pause_reason !== 'not_connected')
}

/** Adopts what other desks leave. Without the database there is nothing to adopt. */
function keepAdopting(kinds: readonly JobKind[], claims: JobClaims): void {
  const since = new Map<string, number>()
  claims.onOrphaned(
    () => void oneAtATime('jobs that are left', () => takeUpLeft(kinds, since)).catch(() => {}),
  )
}

/** The owner is there with a key: what has waited for one goes on by itself. */
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
    // Which key the other desk has tried is not known here; the one with which it began it will not bring again.
    if (claims.get(row.id)?.lasts && !(waitsForKey(row) && row.key_fingerprint !== client.keyFingerprint))
      continue
    if (await kind.accepts(row, client, 'owner')) resumeJob(kind, row, client)
  }
}

/**
 * Ends what these people have under way. Whoever holds a job sees to that itself when its owner's account ends; what waits for its
 * owner's key is held by nobody, and would go on at their first visit, should they ever be let in again.
 */
export async function cancelJobsOf(
  kind: JobKind,
  isTheirs: (ownerId: string) => boolean | Promise<boolean>,
): Promise<void> {
  for (const row of await kind.store().listUnfinished())
    if (endsWithOwner(kind, row) && !hasEnded(kind, row) && (await isTheirs(row.owner_id)))
      await cancelJob(kind, row, { by: DESK })
}

function waitsForKey({ pause_reason }: JobRow): boolean {
  return isKeyRefusal(pause_reason)
}

function isToEnd({ cancel_asked_at }: JobRow): boolean {
  return typeof cancel_asked_at === 'string'
}

/** Or is to: nothing is worked on any more. */
function hasEnded({ working }: JobKind, row: JobRow): boolean {
  return isToEnd(row) || (row.state !== working && row.state !== 'paused')
}
