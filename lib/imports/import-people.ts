import 'server-only'
import type { ImportPerson } from '#lib/contracts/import-rows.ts'
import type { ImportPeople } from '#lib/contracts/imports.ts'
import { peekRoster, refreshRoster } from '#lib/employees/roster.ts'
import type { RowToCheck } from '#lib/imports/check/list-refusals.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { ImportRowRecord } from '#lib/store/import-rows.ts'

/**
 * Returns the employees that rows are compared with. `refresh` waits for all of them; otherwise the cached ones are
 * returned. An old list is being re-read in the background, and may change.
 */
export async function readImportPeople(
  client: PortraitClient,
  projectId: number,
  { refresh }: { refresh: boolean },
): Promise<ImportPeople> {
  if (refresh) await refreshRoster(client, projectId)
  const { employees, loaded, total, complete, reading, asOf, failure } = peekRoster(client, projectId)
  if (failure && !complete) throw failure
  const failed = failure !== null && !reading
  const as_of = asOf === null ? null : new Date(asOf).toISOString()
  return { data: employees.map(toImportPerson), meta: { loaded, total, complete, reading, failed, as_of } }
}

export function toImportPerson(employee: Employee): ImportPerson {
  const { id, first_name, last_name, email, mitarbeiternummer, locale, invited_at, uploaded_at } = employee
  return { id, first_name, last_name, email, mitarbeiternummer, locale, invited_at, uploaded_at }
}

/** Converts a stored row for the check. */
export function toImportRow({
  given: values,
  ...row
}: Pick<ImportRowRecord, 'row' | 'cells' | 'given' | 'excluded'> &
  Partial<Pick<ImportRowRecord, 'outcome' | 'problems'>>): RowToCheck {
  return { ...row, values }
}
