import 'server-only'
import type { Actor } from '#lib/contracts/activity.ts'
import { deleteEmployeeRecorded, updateEmployeeRecorded } from '#lib/employees/recorded-writes.ts'
import { DeskError, toDeskError } from '#lib/errors.ts'
import type { HeldJob } from '#lib/jobs/job.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { BatchPersonRow, BatchRow } from '#lib/store/batch-rows.ts'

/**
 * Does to one person what the batch is for. Throws why it could not. A person whose call was begun before (`sent`) is
 * looked up first: what has happened is not sent again.
 */
export async function changePerson(
  { client, row, signal }: HeldJob<BatchRow>,
  { employee_id, state }: BatchPersonRow,
  everybody: ReadonlyMap<number, Employee>,
): Promise<void> {
  const actor: Actor = { id: row.owner_id, email: row.owner_email }
  const inDoubt = state === 'sent'
  const options = { lane: 'background', recall: signal, inDoubt } as const
  const person = everybody.get(employee_id)
  if (row.action === 'delete') {
    if (!person && inDoubt) return
    if (!person) throw new DeskError('not_found')
    await deleteEmployeeRecorded(employee_id, { client, actor, options }).catch(error => {
      // The first call has arrived after all.
      if (!inDoubt || toDeskError(error).code !== 'not_found') throw error
    })
  } else {
    if (!person) throw new DeskError('not_found')
    if (person.locale === row.locale) return
    const input = { locale: row.locale }
    await updateEmployeeRecorded(employee_id, { client, actor, input, options })
  }
}
