import 'server-only'
import { recordActivity } from '#lib/activity/record-activity.ts'
import type { ActivityDetails, Actor } from '#lib/contracts/activity.ts'
import { resolvedRequestSchema } from '#lib/exports/contract.ts'
import { sizeOf } from '#lib/exports/plan/export-size.ts'
import { cancelJob } from '#lib/jobs/engine.ts'
import type { ExportRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'
import { EXPORTS } from './export-job.ts'

/** Writes down who prepares whose photos. What cannot be written down is cancelled. */
export async function recordExportStarted(row: ExportRow, actor: Actor): Promise<void> {
  const { scope } = resolvedRequestSchema.parse(row.request)
  const count = scope.kind === 'people' ? scope.employee_ids.length : null
  try {
    await recordActivity({
      actor,
      action: 'export_started',
      project: row.project_id,
      details: { ...toForm(row), count },
    })
  } catch (error) {
    await cancelJob(EXPORTS, row)
    throw error
  }
}

/** Writes down everybody whose photo leaves with this archive, and lets it go only then. */
export async function recordExportDownloaded(
  row: ExportRow,
  { actor, part, answer }: { actor: Actor; part: number; answer: Response },
): Promise<Response> {
  if (!answer.ok) return answer
  try {
    // What had to be fetched again may be of another size than before.
    const now = (await getExportStore().find(row.id)) ?? row
    const entries = await getExportStore().entries(row.id)
    const inside = entries.filter(entry => entry.state === 'done' && entry.part === part)
    const employees = [...new Set(inside.map(({ employee_id }) => employee_id))]
    await recordActivity({
      actor,
      action: 'export_downloaded',
      project: row.project_id,
      employees,
      details: { ...toForm(now), count: employees.length },
    })
    await getExportStore().noteDownloaded(row.id)
    return answer
  } catch (error) {
    await answer.body?.cancel()
    throw error
  }
}

/** In which form, and for what. */
function toForm(row: ExportRow): ActivityDetails {
  const { variant, size, target } = resolvedRequestSchema.parse(row.request)
  return { variant, size: sizeOf(row) ?? (typeof size === 'number' ? size : null), target }
}
