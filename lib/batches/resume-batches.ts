import 'server-only'
import type { User } from '#lib/contracts/session.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
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
    if (client && (await servesProject(client, row))) runBatch(client, row)
    else await waitForOwner(row)
  }
}

/** The owner is there with a key: what has waited for one goes on by itself. */
export async function resumeForOwner(user: User, client: PortraitClient): Promise<void> {
  for (const row of await getBatchStore().listUnfinished()) {
    if (row.owner_id !== user.id) continue
    const running = getRunningBatches().get(row.id)
    if (running) tryKey(running, row, client)
    else if (await servesProject(client, row)) runBatch(client, row)
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

async function waitForOwner({ id }: BatchRow): Promise<void> {
  const waiting = { state: 'paused', pause_reason: 'not_connected' } as const
  await getBatchStore().update(id, waiting, ['running', 'paused'])
}
