import 'server-only'
import { describeError } from '#lib/describe-error.ts'
import { DeskError } from '#lib/errors.ts'
import { logPaused, logResumed } from '#lib/jobs/log-job.ts'
import { log } from '#lib/log.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { ImportRecord } from '#lib/store/import-rows.ts'
import { getImportStore } from '#lib/store/import-store.ts'
import { requireSameProject } from './same-project.ts'
import { settleInFlight, stopImport } from './send/end-import.ts'
import { runImport } from './send/run-import.ts'
import { getRunningImports } from './send/running-imports.ts'

/** "Pause": what is on its way comes to its end, nothing more leaves. Throws `not_ready` when nothing is being sent. */
export async function pauseImport({ id }: ImportRecord): Promise<void> {
  const changes = {
    state: 'paused',
    pause_reason: 'by_person',
    touched_at: new Date().toISOString(),
  } as const
  if (!(await getImportStore().update(id, changes, ['sending', 'paused']))) throw new DeskError('not_ready')
  logPaused('import', id, { reason: 'by_person' })
  interrupt(id)
}

/** "Go on": from where it was, with this key. Throws `not_ready` when it has ended or was never started. */
export async function resumeImport(record: ImportRecord, client: PortraitClient): Promise<void> {
  await requireSameProject(client, record)
  const changes = {
    state: 'sending',
    pause_reason: null,
    key_fingerprint: client.keyFingerprint,
    touched_at: new Date().toISOString(),
  } as const
  if (!(await getImportStore().update(record.id, changes, ['sending', 'paused'])))
    throw new DeskError('not_ready')
  const running = getRunningImports().get(record.id)
  if (!running || record.state === 'paused') logResumed('import', record.id, record.pause_reason)
  if (!running) return void runImport(client, { ...record, ...changes })
  running.client = client
  running.wake()
}

/** Throws a draft away; stops what is being sent, between two calls. What has ended stays as it is. */
export async function cancelImport(record: ImportRecord, client: PortraitClient | null): Promise<void> {
  if (record.state === 'draft') return getImportStore().remove(record.id)
  if (!(await stopImport(record, { state: 'cancelled' }))) return
  if (getRunningImports().has(record.id)) interrupt(record.id)
  else void settleInFlight(record, client).catch(tellOperator)
}

function tellOperator(error: unknown): void {
  log('error', 'import_broken', { ...describeError(error) })
}

function interrupt(id: string): void {
  const running = getRunningImports().get(id)
  running?.recall()
  running?.wake()
}
