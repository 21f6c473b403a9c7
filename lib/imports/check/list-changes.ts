import type { ImportField, ImportPerson } from '#lib/imports/contract.ts'
import type { EmployeeInput, EmployeeUpdate } from '#lib/portrait-api/input-contract.ts'
import type { CheckedRow } from './checked-row.ts'
import { toKey } from './find-twice.ts'

type Changes = Required<Pick<CheckedRow, 'changes' | 'update' | 'resends_invitation'>>

/**
 * What the row would change about a person who is in the project; null when it changes nothing. What the file leaves
 * empty stays as it is, and an e-mail that differs in letter case only is the same mailbox.
 */
export function listChanges(input: EmployeeInput, person: ImportPerson): Changes | null {
  const changes: Changes['changes'] = {}
  const update: EmployeeUpdate = {}
  for (const field of ['first_name', 'last_name', 'email', 'mitarbeiternummer'] as const) {
    const to = input[field]
    const from = person[field]
    if (to === undefined || isSame(field, to, from)) continue
    changes[field] = { from, to }
    update[field] = to
  }
  if (input.locale && input.locale !== person.locale) {
    changes.locale = { from: person.locale ?? '', to: input.locale }
    update.locale = input.locale
  }
  if (Object.keys(update).length === 0) return null
  return { changes, update, resends_invitation: update.email !== undefined && isWaiting(person) }
}

/** Whether the file says what the service has; the file's values are NFC by then. */
export function isSame(field: ImportField, to: string, from: string): boolean {
  return toKey(field, to) === toKey(field, from.normalize('NFC'))
}

/** Section 3: invited, and no photo yet. */
function isWaiting({ invited_at, uploaded_at }: ImportPerson): boolean {
  return invited_at !== null && uploaded_at === null
}
