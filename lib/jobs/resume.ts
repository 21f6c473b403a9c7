import 'server-only'
import type { User } from '#lib/contracts/session.ts'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { beginToStop } from '#lib/process/stopping.ts'
import { getBackgroundClient } from '#lib/session/connection.ts'
import { singleton } from '#lib/singleton.ts'
import { resumeJob, tellEnd } from './engine.ts'
import { getHeldJobs, type HeldJob, type JobKind, type JobRow } from './job.ts'

/** Once for each process: takes up what the last one left, and puts it down properly when this one is asked to stop. */
export function superviseJobs(kinds: readonly JobKind[]): void {
  singleton('job-supervision', () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stopJobs)
    for (const kind of kinds)
      resumeAfterStart(kind).catch(error =>
        log('error', 'jobs_not_resumed', { kind: kind.name, ...describeError(error) }),
      )
    return true
  })
}

/** The desk has been asked to stop: nothing more leaves for the service, and the next start goes on from there. */
export function stopJobs(): void {
  beginToStop()
  for (const { cancellation } of getHeldJobs().values()) cancellation.abort(new Error('The desk stops.'))
}

/**
 * After a start: what had not come to its end goes on with the key that the desk itself has, or waits for its owner. What
 * a person has paused stays paused.
 */
export async function resumeAfterStart(kind: JobKind): Promise<void> {
  const client = await getBackgroundClient()
  for (const row of await kind.store().listUnfinished()) {
    if (getHeldJobs().has(row.id) || row.pause_reason === 'by_person') continue
    const accepted = client && (await kind.accepts(row, client, 'desk')) ? client : null
    if (hasEnded(kind, row)) await tellEnd(kind, row.id, accepted)
    else if (accepted) resumeJob(kind, row, accepted)
    else await waitForOwner(kind, row)
  }
}

async function waitForOwner({ name, store }: JobKind, { id, pause_reason }: JobRow): Promise<void> {
  const reason = 'not_connected'
  if ((await store().pause(id, reason)) && pause_reason !== reason)
    log('warn', `${name}_paused`, { [name]: id, reason })
}

/** The owner is there with a key: what has waited for one goes on by itself. */
export async function resumeForOwner(
  kind: JobKind,
  user: User,
  client: PortraitClient | null,
): Promise<void> {
  if (!client) return
  for (const row of await kind.store().listUnfinished()) {
    if (row.owner_id !== user.id || row.pause_reason === 'by_person' || hasEnded(kind, row)) continue
    const held = getHeldJobs().get(row.id)
    if (held && !isWorthTrying(kind, held, { row, client })) continue
    if (await kind.accepts(row, client, 'owner')) resumeJob(kind, row, client)
  }
}

/** Whether it waits for another key than it has, or long enough for the same one. */
function isWorthTrying(
  { tryKeyEveryMs }: JobKind,
  held: HeldJob,
  { row, client }: { row: JobRow; client: PortraitClient },
): boolean {
  if (row.pause_reason !== 'key_rejected' && row.pause_reason !== 'no_api_access') return false
  if (held.client.keyFingerprint !== client.keyFingerprint) return true
  return tryKeyEveryMs !== null && performance.now() - held.pausedAt >= tryKeyEveryMs
}

function hasEnded({ working }: JobKind, { state }: JobRow): boolean {
  return state !== working && state !== 'paused'
}
