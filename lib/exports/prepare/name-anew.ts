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
 * Files are called after people as the service has just shown them: a number that was corrected since is another one's by now, and a
 * photo under it would come to that one. As everything is named by the same rules and in the same order as at first, nothing has
 * another name of which nothing was changed. Who is in the archive no more keeps the name that may have gone out.
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
  // By which rules a system that is gone, or wants other files by now, wanted these called, nobody knows any more.
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

/** Whether everybody's files are in these forms, one after the other. */
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
