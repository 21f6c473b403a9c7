import 'server-only'
import type { User } from '#lib/contracts/session.ts'
import { logPaused, logResumed } from '#lib/jobs/log-job.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { isStopping } from '#lib/process/stopping.ts'
import { requireProject } from '#lib/projects/projects.ts'
import { getBackgroundClient } from '#lib/session/connection.ts'
import type { BatchRow } from '#lib/store/batch-rows.ts'
import { getBatchStore } from '#lib/store/batch-store.ts'
import { runBatch } from './run-batch.ts'
import { getRunningBatches, type RunningBatch } from './running-batches.ts'

/** While its owner looks at a batch that a refused key stopped, the key is tried again so often. */
const TRY_KEY_MS = 30_000

/** After a start: what had not come to its end goes on with the key that the desk itself has, or waits for its owner. */
export async function resumeAfterStart(): Promise<void> {
  const client = await getBackgroundClient()
  for (const row of await getBatchStore().listUnfinished()) {
    if (getRunningBatches().has(row.id)) continue
    if (client && (await servesProject(client, row))) takeUp(row, client)
    else await waitForOwner(row)
  }
}

/** The owner is there with a key: what has waited for one goes on by itself. */
export async function resumeForOwner(user: User, client: PortraitClient): Promise<void> {
  for (const row of await getBatchStore().listUnfinished()) {
    if (row.owner_id !== user.id) continue
    const running = getRunningBatches().get(row.id)
    if (running) tryKey(running, row, client)
    else if (await servesProject(client, row)) takeUp(row, client)
  }
}

function tryKey(running: RunningBatch, row: BatchRow, client: PortraitClient): void {
  if (row.pause_reason !== 'key_rejected' && row.pause_reason !== 'no_api_access') return
  const isOther = running.client.keyFingerprint !== client.keyFingerprint
  if (!isOther && performance.now() - running.pausedAt < TRY_KEY_MS) return
  running.client = client
  running.wake()
}

/** A key of another customer would find nobody, and take that for people who are gone. */
async function servesProject(client: PortraitClient, row: BatchRow): Promise<boolean> {
  if (client.keyFingerprint === row.key_fingerprint) return true
  return requireProject(client, row.project_id, { lane: 'background' }).then(
    () => true,
    () => false,
  )
}

function takeUp(row: BatchRow, client: PortraitClient): void {
  // While its project was asked for, another look may have taken it up.
  if (getRunningBatches().has(row.id)) return
  if (!isStopping()) logResumed('batch', row.id, row.pause_reason)
  runBatch(client, row)
}

async function waitForOwner({ id, pause_reason }: BatchRow): Promise<void> {
  const reason = 'not_connected'
  await getBatchStore().update(id, { state: 'paused', pause_reason: reason }, ['running', 'paused'])
  if (pause_reason !== reason) logPaused('batch', id, { reason })
}
