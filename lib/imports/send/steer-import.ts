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

/** "Pause": in-flight calls finish, and no further call starts. Throws `import_moved_on` when nothing is being sent. */
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

/** "Continue": resumes the import with this key. Throws `import_moved_on` when it has ended or was never started. */
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

/** Deletes a draft, or stops an import between two calls. An import that has ended stays as it is. */
export async function cancelImport(
  record: ImportRecord,
  as: { by: User; client: PortraitClient | null },
): Promise<void> {
  if (record.state === 'draft') await discardDraft(record)
  else await cancelJob(IMPORTS, record, as)
}

/** Throws `import_moved_on` when it is no longer a draft: discarding a list must not stop an import. */
export async function discardDraft({ id }: ImportRecord): Promise<void> {
  if (!(await getImportStore().removeDraft(id))) throw new DeskError('import_moved_on')
}
