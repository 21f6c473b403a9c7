import 'server-only'
import type { Actor } from '#lib/activity/contract.ts'
import { recordActivity } from '#lib/activity/record-activity.ts'
import type { ExportJob } from './export-job.ts'
import { cancelExport } from './exports.ts'

/** Writes down who prepares whose photos. What cannot be written down is cancelled. */
export async function recordExportStarted(job: ExportJob, actor: Actor): Promise<void> {
  const { project_id, variant, size, employee_ids } = job.request
  try {
    await recordActivity({
      actor,
      action: 'export_started',
      project: project_id,
      details: { variant, size, count: employee_ids?.length ?? null },
    })
  } catch (error) {
    cancelExport(job)
    throw error
  }
}

/** Writes down everybody whose photo leaves with this archive, and lets it go only then. */
export async function recordExportDownloaded(
  job: ExportJob,
  { actor, answer }: { actor: Actor; answer: Response },
): Promise<Response> {
  const { project_id, variant, size } = job.request
  const employees = job.included.map(({ entry }) => entry.employee.id)
  try {
    await recordActivity({
      actor,
      action: 'export_downloaded',
      project: project_id,
      employees,
      details: { variant, size, count: employees.length },
    })
    return answer
  } catch (error) {
    await answer.body?.cancel()
    throw error
  }
}
