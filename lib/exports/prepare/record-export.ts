import 'server-only'
import { recordActivity, recordChange, recordDownload } from '#lib/activity/record-activity.ts'
import type { ActivityDetails, Actor } from '#lib/contracts/activity.ts'
import { requireLastSeen, toPerson } from '#lib/employees/recorded-writes.ts'
import { resolvedRequestSchema } from '#lib/exports/contract.ts'
import { toEnding } from '#lib/exports/ending.ts'
import { sizeOf } from '#lib/exports/plan/export-size.ts'
import { getTargets } from '#lib/exports/targets/get-targets.ts'
import { toEnder } from '#lib/jobs/job.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { EntryRow, ExportRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'

/**
 * Records who prepares which photos, for which system and in which form. An export that cannot be recorded does not
 * start.
 */
export async function recordExportStarted(
  row: ExportRow,
  { actor, client }: { actor: Actor; client: PortraitClient },
  begin: () => Promise<void>,
): Promise<void> {
  const { scope } = resolvedRequestSchema.parse(row.request)
  const asked = scope.kind === 'people' ? scope.employee_ids : null
  const [first, ...others] = asked ?? []
  const only = first !== undefined && others.length === 0 ? await findSeen(client, first) : null
  const details = { ...toForm(row), ...(only && { person: toPerson(only) }), count: asked?.length ?? null }
  await recordChange(
    {
      actor,
      action: 'export_started',
      project: row.project_id,
      ...(only && { employee: only.id }),
      details,
    },
    begin,
  )
}

/** A missing employee does not stop the download here: the export finds out by itself. */
function findSeen(client: PortraitClient, id: number): Promise<Employee | null> {
  return requireLastSeen(client, id).catch(() => null)
}

/**
 * Records the end, ready or failed, in the name of the account that started the export. A cancellation may be by
 * another account.
 */
export async function recordExportEnded(row: ExportRow): Promise<void> {
  const { project_id, done, total } = row
  const ending = toEnding(row)
  const as = ending === 'cancelled' || ending === 'failed' ? ending : 'ready'
  const { actor, account } = toEnder(row, as === 'cancelled')
  const only = total === 1 ? findOnly(await getExportStore().entries(row.id)) : null
  await recordActivity({
    actor,
    action: 'export_ended',
    project: project_id,
    ...(only && { employee: only.id }),
    details: {
      ...toForm(row),
      ...(only && { person: toPerson(only) }),
      ...(account && { account }),
      ended: { as, photos: done, of: total },
    },
  })
}

/**
 * Records all employees whose photos the archive contains before it is sent; the sent bytes are recorded afterwards.
 */
export async function recordExportDownloaded(
  row: ExportRow,
  { actor, part, answer }: { actor: Actor; part: number; answer: Response },
): Promise<Response> {
  if (!answer.ok) return answer
  try {
    // Photos fetched again may have another size than before.
    const now = (await getExportStore().find(row.id)) ?? row
    if (now.parts[part - 1]?.report) {
      await recordReportDownloaded(now, actor)
      return answer
    }
    const entries = await getExportStore().entries(row.id)
    const inside = entries.filter(entry => entry.state === 'done' && entry.part === part)
    const employees = [...new Set(inside.map(({ employee_id }) => employee_id))]
    const only = findOnly(inside)
    await recordDownload({
      actor,
      action: 'export_downloaded',
      project: row.project_id,
      employees,
      ...(only && { employee: only.id }),
      details: { ...toForm(now), ...(only && { person: toPerson(only) }), count: employees.length },
    })
    return answer
  } catch (error) {
    await answer.body?.cancel()
    throw error
  }
}

/** Records a separate report as a list of all employees it names; its target distinguishes it from other lists. */
async function recordReportDownloaded(row: ExportRow, actor: Actor): Promise<void> {
  const entries = await getExportStore().entries(row.id)
  const named = [...entries, ...row.problems, ...row.waiting].map(({ employee_id }) => employee_id)
  const employees = [...new Set(named)].filter(id => id > 0)
  await recordDownload({
    actor,
    action: 'list_downloaded',
    project: row.project_id,
    employees,
    details: { count: employees.length, target: toForm(row).target },
  })
}

/** Returns the employee when all files belong to exactly one, who has not been removed meanwhile. */
function findOnly(entries: readonly EntryRow[]): Employee | null {
  const people = new Map(entries.map(({ employee_id, employee }) => [employee_id, employee]))
  const [only] = people.size === 1 ? people.values() : []
  return only?.photo.approved ? only : null
}

/** The form of the photos and their target. */
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
