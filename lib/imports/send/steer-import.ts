import 'server-only'
import type { User } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { requireSameProject } from '#lib/imports/same-project.ts'
import { cancelJob, interruptJob, resumeJob } from '#lib/jobs/engine.ts'
import { log } from '#lib/log.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { ImportRecord } from '#lib/store/import-rows.ts'
import { getImportStore } from '#lib/store/import-store.ts'
import { IMPORTS } from './import-job.ts'

/** "Pause": what is on its way comes to its end, nothing more leaves. Throws `import_moved_on` when nothing is being sent. */
export async function pauseImport({ id }: ImportRecord): Promise<void> {
  const changes = {
    state: 'paused',
    pause_reason: 'by_person',
    touched_at: new Date().toISOString(),
  } as const
  if (!(await getImportStore().update(id, changes, ['sending', 'paused'])))
    throw new DeskError('import_moved_on')
  log('info', 'import_paused', { import: id, reason: 'by_person' })
  interruptJob(IMPORTS, id)
}

/** "Go on": from where it was, with this key. Throws `import_moved_on` when it has ended or was never started. */
export async function resumeImport(record: ImportRecord, client: PortraitClient): Promise<void> {
  await requireSameProject(client, record)
  const changes = {
    state: 'sending',
    pause_reason: null,
    key_fingerprint: client.keyFingerprint,
    touched_at: new Date().toISOString(),
  } as const
  if (!(await getImportStore().update(record.id, changes, ['sending', 'paused'])))
    throw new DeskError('import_moved_on')
  resumeJob(IMPORTS, record, client)
}

/** Throws a draft away; stops what is being sent, between two calls. What has ended stays as it is. */
export async function cancelImport(
  record: ImportRecord,
  as: { by: User; client: PortraitClient | null },
): Promise<void> {
  if (record.state === 'draft') await discardDraft(record)
  else await cancelJob(IMPORTS, record, as)
}

/** Throws `import_moved_on` when it is no draft any more: who discards a list does not mean to stop one. */
export async function discardDraft({ id }: ImportRecord): Promise<void> {
  if (!(await getImportStore().removeDraft(id))) throw new DeskError('import_moved_on')
}
