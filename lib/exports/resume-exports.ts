import 'server-only'
import type { User } from '#lib/contracts/session.ts'
import { logPaused, logResumed } from '#lib/jobs/log-job.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { isStopping } from '#lib/process/stopping.ts'
import { getBackgroundClient } from '#lib/session/connection.ts'
import type { ExportRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'
import { runExport } from './run-export.ts'
import { getRunningExports } from './running-exports.ts'

/**
 * After a start: every export that had not come to its end goes on, with the key that the desk itself has. Without one
 * it waits for its owner.
 */
export async function resumeAfterStart(): Promise<void> {
  const client = await getBackgroundClient()
  for (const row of await getExportStore().listUnfinished()) {
    if (getRunningExports().has(row.id)) continue
    if (client) takeUp(row, client)
    else await waitForOwner(row)
  }
}

function takeUp(row: ExportRow, client: PortraitClient): void {
  if (!isStopping()) logResumed('export', row.id, row.pause_reason)
  void runExport(client, row)
}

async function waitForOwner({ id, pause_reason }: ExportRow): Promise<void> {
  const reason = 'not_connected'
  await getExportStore().update(id, { state: 'paused', pause_reason: reason }, ['preparing', 'paused'])
  if (pause_reason !== reason) logPaused('export', id, { reason })
}

/** The owner is there with a key: what has waited for one goes on by itself. */
export async function resumeForOwner(user: User, client: PortraitClient): Promise<void> {
  for (const row of await getExportStore().listUnfinished()) {
    if (row.owner_id !== user.id) continue
    const running = getRunningExports().get(row.id)
    const hasOtherKey = running !== undefined && running.client.keyFingerprint !== client.keyFingerprint
    const waitsForKey = row.pause_reason === 'key_rejected' || row.pause_reason === 'no_api_access'
    if (!running || (waitsForKey && hasOtherKey)) resumeExport(row, client)
  }
}

/** "Go on": ends a pause now, with this key. */
export function resumeExport(row: ExportRow, client: PortraitClient): void {
  const running = getRunningExports().get(row.id)
  if (!running) takeUp(row, client)
  if (!running || row.state !== 'paused') return
  if (running.client.keyFingerprint !== client.keyFingerprint) {
    running.client = client
    // The new key has not been shown anybody yet.
    running.peopleReadAt = null
  }
  running.wake()
}
