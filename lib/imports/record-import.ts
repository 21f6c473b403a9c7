import 'server-only'
import { recordActivity, recordChange } from '#lib/activity/record-activity.ts'
import type { Actor } from '#lib/contracts/activity.ts'
import type { RowOutcome } from '#lib/contracts/imports.ts'
import { toEnder } from '#lib/jobs/job.ts'
import type { ImportRecord } from '#lib/store/import-rows.ts'
import { getImportStore } from '#lib/store/import-store.ts'

type Started = { actor: Actor; create: number; update: number }

/** Records who sends a list, and how many employees it concerns; each write has its own entry. */
export function recordImportStarted(
  { project_id }: ImportRecord,
  { actor, create, update }: Started,
  run: () => Promise<void>,
): Promise<void> {
  const imported = { created: create, updated: update, refused: 0 }
  return recordChange({ actor, action: 'import_started', project: project_id, details: { imported } }, run)
}

/** Records the outcome of the last start. */
export async function recordImportEnded(record: ImportRecord) {
  const round = await getImportStore().round(record.id)
  const { actor, account } = toEnder(record, record.state === 'cancelled')
  const count = (wanted: RowOutcome) =>
    round.filter(({ outcome }) => outcome === wanted).reduce((sum, { n }) => sum + n, 0)
  await recordActivity({
    actor,
    action: 'import_ended',
    project: record.project_id,
    details: {
      ...(account && { account }),
      imported: { created: count('created'), updated: count('updated'), refused: count('refused') },
    },
  })
}
