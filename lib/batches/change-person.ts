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
 * Does to one person what the batch is for. Throws why it could not. A person whose call was begun before (`sent`) is
 * looked up first: what has happened is not sent again. Returns the language that the service has answered, to be noted.
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
    // That a list lacks them is no proof: who could not be read in it is not gone.
    if (!person && inDoubt && (await isGone(client, employee_id, { lane: 'background' }))) return null
    if (!person && !inDoubt) throw new DeskError('not_found')
    await deleteEmployeeRecorded(employee_id, { client, actor, options, bulk }).catch(error => {
      // The first call has arrived after all.
      if (!inDoubt || toDeskError(error).code !== 'not_found') throw error
    })
    return null
  }
  if (!person) throw new DeskError('not_found')
  const locale = toWanted(row, noted)
  if (person.locale === locale || isUnchanged(row, noted)) return noted.after
  // Somebody has decided otherwise since: that is not taken back along with it.
  if (row.undoes !== null && toNoted(person) !== toAfter(row, noted)) throw new DeskError('changed_meanwhile')
  const input = { locale }
  const { data } = await updateEmployeeRecorded(employee_id, { client, actor, input, options, bulk })
  return row.undoes === null ? toNoted(data) : noted.after
}

/** Somebody of the project as the service has shown them last: a batch takes minutes, and others work meanwhile. */
export function findNow(
  { recent }: PortraitClient,
  employeeId: number,
  everybody: ReadonlyMap<number, Employee>,
): Employee | undefined {
  const known = everybody.get(employeeId)
  return known && (recent.lastSeen(employeeId) ?? known)
}

/** What has to be written down before a person is changed, so that it can be taken back. */
export function toBefore(
  row: BatchRow,
  person: BatchPersonRow,
  employee: Employee | undefined,
): BatchPersonRow['before'] {
  // Who is looked up again may have been changed already: what was written down the first time counts.
  if (row.action === 'delete' || person.state === 'sent') return person.before
  if (employee?.locale === toWanted(row, person)) return toAfter(row, person)
  if (row.undoes !== null) return person.before
  return employee ? toNoted(employee) : null
}

/** What the person shall have: of an undo, what they had before. */
function toWanted({ locale, undoes }: BatchRow, { before }: BatchPersonRow): BatchRow['locale'] {
  if (undoes === null) return locale
  return before === 'none' ? null : before
}

/** Whether they have had the language before, as the first look has found or the service's answer has shown. */
export function isUnchanged(row: BatchRow, person: BatchPersonRow): boolean {
  return person.before === toAfter(row, person)
}

/** What the change has left them with. */
function toAfter({ locale }: BatchRow, { after }: BatchPersonRow): NonNullable<BatchPersonRow['after']> {
  return after ?? locale ?? 'none'
}

function toNoted({ locale }: Pick<Employee, 'locale'>): BatchPersonRow['after'] {
  return locale === null ? 'none' : toKnownLocale(locale)
}
