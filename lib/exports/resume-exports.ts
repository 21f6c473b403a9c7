import 'server-only'
import type { User } from '#lib/contracts/session.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
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
    if (client) void runExport(client, row)
    else
      await getExportStore().update(row.id, { state: 'paused', pause_reason: 'not_connected' }, [
        'preparing',
        'paused',
      ])
  }
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
  if (!running) return void runExport(client, row)
  if (row.state !== 'paused') return
  if (running.client.keyFingerprint !== client.keyFingerprint) {
    running.client = client
    // The new key has not been shown anybody yet.
    running.peopleReadAt = null
  }
  running.wake()
}
