import 'server-only'
import { IMPORT_FIELDS, type RowProblem } from '#lib/contracts/import-rows.ts'
import { isFormOf } from '#lib/employees/lost-responses.ts'
import { findRoster } from '#lib/employees/roster.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { UpdateTask } from '#lib/store/import-rows.ts'
import type { RunningImport } from './running-import.ts'

/** A record this recent is compared without another call. */
const KNOWN_MS = 60_000

/**
 * Finds fields that another user has changed since this change was chosen, possibly days ago. The service has no
 * versions: the last write wins. A field that already has the wanted value is no conflict. Throws errors of the service
 * from looking up the employee.
 */
export async function findChangedMeanwhile(run: RunningImport, task: UpdateTask): Promise<RowProblem[]> {
  const { from, ...wanted } = task.input
  if (!from) return []
  const current = await readCurrent(run, task.employee_id)
  return IMPORT_FIELDS.filter(field => {
    const [was, there, to] = [from[field], current[field] ?? '', wanted[field] ?? '']
    return was !== undefined && there !== was && !isFormOf(there, to)
  }).map(field => ({ field, code: 'changed_meanwhile' }))
}

async function readCurrent({ client, row, signal }: RunningImport, employeeId: number): Promise<Employee> {
  const known =
    client.recent.lastSeen(employeeId, KNOWN_MS) ??
    findRoster(client, row.project_id, { maxAgeMs: KNOWN_MS })?.find(({ id }) => id === employeeId)
  if (known) return known
  const call = { fresh: true, changes: true, lane: 'background', recall: signal } as const
  return client.getEmployee(employeeId, call)
}
