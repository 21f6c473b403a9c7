import 'server-only'
import { type ExportProblem, resolvedRequestSchema } from '#lib/exports/contract.ts'
import { nameFiles } from '#lib/exports/plan/plan.ts'
import { getTarget } from '#lib/exports/targets/get-targets.ts'
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
  // By which rules a system that is gone wanted its files called, nobody knows any more.
  if (!target) return { entries: current }
  const named = current.filter(({ state }) => state !== 'failed')
  const { filesOf, notices } = nameFiles(
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
