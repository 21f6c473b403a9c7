import 'server-only'
import type { User } from '#lib/contracts/session.ts'
import { logPaused } from '#lib/jobs/log-job.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { getBackgroundClient } from '#lib/session/connection.ts'
import type { ImportRecord } from '#lib/store/import-rows.ts'
import { getImportStore } from '#lib/store/import-store.ts'
import { settleInFlight } from './send/end-import.ts'
import { getRunningImports } from './send/running-imports.ts'
import { resumeImport } from './steer-import.ts'

/**
 * After a start: every import that was being sent goes on, with the key that the desk itself has when it is the one it
 * was begun with. Else it waits for its owner. What a person has paused stays paused.
 */
export async function resumeAfterStart(): Promise<void> {
  const client = await getBackgroundClient()
  for (const record of await getImportStore().listUnfinished()) {
    if (getRunningImports().has(record.id) || record.pause_reason === 'by_person') continue
    const sameKey = client?.keyFingerprint === record.key_fingerprint ? client : null
    if (hasEnded(record)) await settleInFlight(record, sameKey)
    else if (sameKey) await resumeImport(record, sameKey)
    else await waitForOwner(record)
  }
}

async function waitForOwner({ id, pause_reason }: ImportRecord): Promise<void> {
  const reason = 'not_connected'
  await getImportStore().update(id, { state: 'paused', pause_reason: reason }, ['sending', 'paused'])
  if (pause_reason !== reason) logPaused('import', id, { reason })
}

/** The owner is there with a key: what has waited for one goes on by itself, but not into another account. */
export async function resumeForOwner(user: User, client: PortraitClient): Promise<void> {
  for (const record of await getImportStore().listUnfinished()) {
    if (record.owner_id !== user.id || record.pause_reason === 'by_person' || hasEnded(record)) continue
    const running = getRunningImports().get(record.id)
    const waitsForKey = record.pause_reason === 'key_rejected' || record.pause_reason === 'no_api_access'
    const hasOtherKey = running?.client.keyFingerprint !== client.keyFingerprint
    if (!running || (waitsForKey && hasOtherKey)) await resumeImport(record, client).catch(() => {})
  }
}

function hasEnded({ state }: ImportRecord): boolean {
  return state !== 'sending' && state !== 'paused'
}
