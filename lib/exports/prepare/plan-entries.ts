import 'server-only'
import { DeskError } from '#lib/errors.ts'
import { resolvedRequestSchema } from '#lib/exports/contract.ts'
import { readEarlierPhotos } from '#lib/exports/history/exports.ts'
import { readSizes, toExportSize, toSourceSize } from '#lib/exports/plan/export-size.ts'
import { type PlannedPhoto, planExport } from '#lib/exports/plan/plan.ts'
import { readFirstPage, readPeople } from '#lib/exports/plan/read-people.ts'
import { resolveScope } from '#lib/exports/plan/scope.ts'
import { requireTarget } from '#lib/exports/targets/get-targets.ts'
import { inSlices } from '#lib/in-slices.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { EntryRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'
import type { RunningExport } from './running-export.ts'

/** Reads the employees and stores the plan; an export that has a plan keeps it. */
export async function planEntries(run: RunningExport): Promise<void> {
  const store = getExportStore()
  const row = await store.find(run.row.id)
  if (!row) throw new DeskError('not_found')
  if (row.total !== null) return
  const { client, signal } = run
  const request = resolvedRequestSchema.parse(row.request)
  const firstPage = run.firstPage ?? (await readFirstPage(client, request, { signal, lane: 'background' }))
  run.firstPage = null
  const { people, unreadable } = await readPeople(client, request, { firstPage, signal })
  const sizes = await readSizes(client, request, { signal, lane: 'background' })
  run.peopleRead = { at: performance.now(), key: client.keyFingerprint }
  const plan = await inSlices(
    planExport(people, {
      // The right to see the earlier export was checked when this one was started.
      scope: await resolveScope(request.scope, id => readEarlierPhotos(id, request.variant)),
      unreadable,
      target: requireTarget(request.target),
      variant: request.variant,
      size: request.size,
      naming: request.naming,
      sizes,
      project: row.project,
      createdAt: new Date(row.created_at),
      timeZone: getEnv().timeZone,
    }),
  )
  await store.savePlan(row.id, plan.entries.flatMap(toRows).map(withPosition), {
    size: toExportSize(request, { now: toSourceSize(request, sizes), known: row.size }),
    total: plan.entries.length,
    problems: plan.problems,
    waiting: plan.waiting,
  })
}

function toRows({
  employee,
  editedAt,
  source,
  renditions,
  part,
}: PlannedPhoto): Omit<EntryRow, 'position'>[] {
  return renditions.map(({ rendering, fileName }) => ({
    employee_id: employee.id,
    employee,
    edited_at: editedAt,
    variant: source.variant,
    size: source.size,
    pixels: null,
    rendering,
    file_name: fileName,
    part,
    state: 'waiting',
    problem: null,
    bytes: null,
    crc32: null,
    sha256: null,
    given_edited_at: null,
    given_file_name: null,
  }))
}

function withPosition(row: Omit<EntryRow, 'position'>, position: number): EntryRow {
  return { ...row, position }
}
