import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { type ExportProblem, resolvedRequestSchema } from '#lib/exports/contract.ts'
import { nameFiles, toForms } from '#lib/exports/plan/name-files.ts'
import { getTarget } from '#lib/exports/targets/get-targets.ts'
import { atOnce } from '#lib/in-slices.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { EntryRow, ExportRow } from '#lib/store/export-rows.ts'

/**
 * Renames files after the employees as the service has just returned them. A number corrected since may belong to
 * another employee, who would then get the wrong photo. Same rules and same order mean that unchanged employees keep
 * their names. Employees no longer in the archive keep names that may have been delivered.
 */
export function nameAnew(
  { row, entries }: { row: ExportRow; entries: EntryRow[] },
  people: ReadonlyMap<number, Employee>,
): { entries: EntryRow[]; notices?: ExportProblem[] } {
  const request = resolvedRequestSchema.parse(row.request)
  const target = getTarget(request.target)
  const current = entries.map(entry => {
    const employee = people.get(entry.employee_id)
    return entry.state === 'failed' || !employee ? entry : { ...entry, employee }
  })
  const named = current.filter(({ state }) => state !== 'failed')
  // The naming rules are unknown when the target was removed or wants other files now.
  if (!target || !hasForms(named, toForms(target, request.variant))) return { entries: current }
  const { filesOf, notices } = atOnce(
    nameFiles(
      [...people.values()],
      named.map(({ employee, edited_at }) => ({ employee, editedAt: edited_at })),
      {
        target,
        variant: request.variant,
        naming: request.naming,
        project: row.project,
        createdAt: new Date(row.created_at),
        timeZone: getEnv().timeZone,
      },
    ),
  )
  const left = new Map([...filesOf].map(([id, files]) => [id, files.values()]))
  return {
    notices,
    entries: current.map(entry => {
      const file = entry.state === 'failed' ? undefined : left.get(entry.employee_id)?.next().value
      return file ? { ...entry, file_name: file.fileName } : entry
    }),
  }
}

/** True when each employee's files are in these forms and this order. */
function hasForms(entries: EntryRow[], forms: ReturnType<typeof toForms>): boolean {
  const people = Map.groupBy(entries, ({ employee_id }) => employee_id).values()
  const isAs = (entry: EntryRow, form: (typeof forms)[number] | undefined) =>
    form !== undefined &&
    isDeepStrictEqual(entry.rendering, form.rendering) &&
    entry.file_name.endsWith(form.ending)
  return [...people].every(
    files => files.length === forms.length && files.every((file, index) => isAs(file, forms[index])),
  )
}
