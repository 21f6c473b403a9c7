import 'server-only'
import type { Actor, Bulk } from '#lib/contracts/activity.ts'
import { isGone } from '#lib/employees/lost-responses.ts'
import { deleteEmployeeRecorded, updateEmployeeRecorded } from '#lib/employees/recorded-writes.ts'
import { DeskError, toDeskError } from '#lib/errors.ts'
import type { HeldJob } from '#lib/jobs/job.ts'
import type { Look } from '#lib/jobs/work-off.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { toKnownLocale } from '#lib/portrait-api/terms.ts'
import type { BatchPersonRow, BatchRow } from '#lib/store/batch-rows.ts'

/**
 * Applies the batch's change to one employee and throws when it fails. An employee whose call had begun before (`sent`)
 * is looked up first, so that a change already made is not sent again. Returns the language from the service's
 * response, to be stored.
 */
export async function changePerson(
  { client, row, signal }: HeldJob<BatchRow>,
  noted: BatchPersonRow,
  { everybody, begun }: Pick<Look, 'begun'> & { everybody: ReadonlyMap<number, Employee> },
): Promise<BatchPersonRow['after']> {
  const { employee_id, state } = noted
  const actor: Actor = { id: row.owner_id, email: row.owner_email }
  const inDoubt = state === 'sent'
  const options = { lane: 'background', recall: signal, inDoubt, begun } as const
  const bulk: Bulk = { id: row.id, kind: row.undoes === null ? row.action : 'undo' }
  const person = findNow(client, employee_id, everybody)
  if (row.action === 'delete') {
    // Absence from the list proves nothing: the record may have been unreadable in it.
    if (!person && inDoubt && (await isGone(client, employee_id, { lane: 'background' }))) return null
    if (!person && !inDoubt) throw new DeskError('not_found')
    await deleteEmployeeRecorded(employee_id, { client, actor, options, bulk }).catch(error => {
      // The first call did reach the service.
      if (!inDoubt || toDeskError(error).code !== 'not_found') throw error
    })
    return null
  }
  if (!person) throw new DeskError('not_found')
  const locale = toWanted(row, noted)
  if (person.locale === locale || isUnchanged(row, noted)) return noted.after
  // Another user has changed the language since, and an undo must not revert that.
  if (row.undoes !== null && toNoted(person) !== toAfter(row, noted)) throw new DeskError('changed_meanwhile')
  const input = { locale }
  const { data } = await updateEmployeeRecorded(employee_id, { client, actor, input, options, bulk })
  return row.undoes === null ? toNoted(data) : noted.after
}

/** Returns the employee as the service last returned it: a batch takes minutes, and others edit meanwhile. */
export function findNow(
  { recent }: PortraitClient,
  employeeId: number,
  everybody: ReadonlyMap<number, Employee>,
): Employee | undefined {
  const known = everybody.get(employeeId)
  return known && (recent.lastSeen(employeeId) ?? known)
}

/** Returns what must be stored before an employee is changed, so that the change can be undone. */
export function toBefore(
  row: BatchRow,
  person: BatchPersonRow,
  employee: Employee | undefined,
): BatchPersonRow['before'] {
  // An employee looked up again may have been changed already, so the value stored the first time counts.
  if (row.action === 'delete' || person.state === 'sent') return person.before
  if (employee?.locale === toWanted(row, person)) return toAfter(row, person)
  if (row.undoes !== null) return person.before
  return employee ? toNoted(employee) : null
}

/** The language this employee gets; for an undo, the one they had before. */
function toWanted({ locale, undoes }: BatchRow, { before }: BatchPersonRow): BatchRow['locale'] {
  if (undoes === null) return locale
  return before === 'none' ? null : before
}

/** True when the employee already had this language, according to the first look-up or the service's response. */
export function isUnchanged(row: BatchRow, person: BatchPersonRow): boolean {
  return person.before === toAfter(row, person)
}

/** The language the employee has after the change. */
function toAfter({ locale }: BatchRow, { after }: BatchPersonRow): NonNullable<BatchPersonRow['after']> {
  return after ?? locale ?? 'none'
}

function toNoted({ locale }: Pick<Employee, 'locale'>): BatchPersonRow['after'] {
  return locale === null ? 'none' : toKnownLocale(locale)
}
