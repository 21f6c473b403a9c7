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

/** Writes down who prepares whose photos, for which system and in which form; what cannot be written down does not begin. */
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

/** Somebody who is not there any more stops no download: that finds out by itself. */
function findSeen(client: PortraitClient, id: number): Promise<Employee | null> {
  return requireLastSeen(client, id).catch(() => null)
}

/** Writes down what came of it, in the name of whoever has started it: ready, or failed. Who cancels it need not be the same. */
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

/** A report that is an archive of its own is a list of everybody whom it names; the system tells it from other lists. */
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

/** The one person whose photos these are, where that is one person alone who was not forgotten meanwhile. */
function findOnly(entries: readonly EntryRow[]): Employee | null {
  const people = new Map(entries.map(({ employee_id, employee }) => [employee_id, employee]))
  const [only] = people.size === 1 ? people.values() : []
  return only?.photo.approved ? only : null
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
