import 'server-only'
import { recordActivity } from '#lib/activity/record-activity.ts'
import type { ActivityDetails, Actor } from '#lib/contracts/activity.ts'
import { resolvedRequestSchema } from '#lib/exports/contract.ts'
import { toEnding } from '#lib/exports/ending.ts'
import { sizeOf } from '#lib/exports/plan/export-size.ts'
import { getTargets } from '#lib/exports/targets/get-targets.ts'
import type { ExportRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'

/** Writes down who prepares whose photos, for which system and in which form. */
export async function recordExportStarted(row: ExportRow, actor: Actor): Promise<void> {
  const { scope } = resolvedRequestSchema.parse(row.request)
  const count = scope.kind === 'people' ? scope.employee_ids.length : null
  await recordActivity({
    actor,
    action: 'export_started',
    project: row.project_id,
    details: { ...toForm(row), count },
  })
}

/** Writes down what came of it, in the name of whoever started it: ready, failed, or cancelled after so many photos. */
export async function recordExportEnded(row: ExportRow): Promise<void> {
  const { owner_id, owner_email, project_id, done, total } = row
  const ending = toEnding(row)
  const as = ending === 'cancelled' || ending === 'failed' ? ending : 'ready'
  await recordActivity({
    actor: { id: owner_id, email: owner_email },
    action: 'export_ended',
    project: project_id,
    details: { ...toForm(row), ended: { as, photos: done, of: total } },
  })
}

/** Writes down everybody whose photo may leave with this archive, and lets it go only then; what has left is noted when it has. */
export async function recordExportDownloaded(
  row: ExportRow,
  { actor, part, answer }: { actor: Actor; part: number; answer: Response },
): Promise<Response> {
  if (!answer.ok) return answer
  try {
    // What had to be fetched again may be of another size than before.
    const now = (await getExportStore().find(row.id)) ?? row
    if (now.parts[part - 1]?.report) {
      await recordReportDownloaded(now, actor)
      return answer
    }
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
    return answer
  } catch (error) {
    await answer.body?.cancel()
    throw error
  }
}

/** A report that is an archive of its own is a list of everybody whom it names; the system tells it from other lists. */
async function recordReportDownloaded(row: ExportRow, actor: Actor): Promise<void> {
  const entries = await getExportStore().entries(row.id)
  const named = [...entries, ...row.problems, ...row.waiting].map(({ employee_id }) => employee_id)
  const employees = [...new Set(named)].filter(id => id > 0)
  await recordActivity({
    actor,
    action: 'list_downloaded',
    project: row.project_id,
    employees,
    details: { count: employees.length, target: toForm(row).target },
  })
}

/** In which form, and for what. */
function toForm(row: ExportRow): ActivityDetails {
  const { variant, size, target } = resolvedRequestSchema.parse(row.request)
  const files = getTargets()
    .find(({ id }) => id === target)
    ?.renditions.map(({ rendering: { format, width, height } }) => ({ format, width, height }))
  return {
    variant,
    size: sizeOf(row) ?? (typeof size === 'number' ? size : null),
    ...(files && files.length > 0 && { files }),
    target,
  }
}
