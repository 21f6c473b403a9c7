import 'server-only'
import type { Actor } from '#lib/activity/contract.ts'
import { DeskError } from '#lib/errors.ts'
import { CHANGEABLE_FIELDS } from '#lib/portrait-api/changeable-fields.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee, UpdatedEmployee } from '#lib/portrait-api/contract.ts'
import type { EmployeeChange } from './change-contract.ts'
import { toMirrored } from './mirrored.ts'
import { updateEmployeeRecorded } from './recorded-writes.ts'
import { patchRosters } from './roster.ts'

/** What the service has said so lately needs no second look. */
const FRESH_MS = 3_000

/**
 * Changes a person for somebody who saw certain values. The service has no versions (its last write wins), so what was
 * seen is compared with what is there now: where a field that they change says something else by now, nothing is
 * changed and `changed_meanwhile` is thrown with the person as they are. A field that already says what they want is
 * no reason to ask. `overwrite` is their answer to that question. See docs/decisions/029-editing-people.md.
 */
export async function changeEmployee(
  employeeId: number,
  { client, actor, input }: { client: PortraitClient; actor: Actor; input: EmployeeChange },
): Promise<UpdatedEmployee> {
  const { changes, shown, overwrite } = input
  if (!overwrite) {
    const current = await readCurrent(client, employeeId)
    const isOther = CHANGEABLE_FIELDS.some(
      field => field in changes && current[field] !== shown[field] && current[field] !== changes[field],
    )
    if (isOther) throw new DeskError('changed_meanwhile', { current: toMirrored(current) })
  }
  return updateEmployeeRecorded(employeeId, { client, actor, input: changes })
}

async function readCurrent(client: PortraitClient, employeeId: number): Promise<Employee> {
  const known = client.recent.lastSeen(employeeId, FRESH_MS)
  if (known) return known
  const employee = await client.getEmployee(employeeId, { fresh: true, changes: true })
  patchRosters(client, employeeId, employee)
  return employee
}
