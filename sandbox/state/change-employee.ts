import type { EmployeeUpdate } from './employee-input.ts'
import type { CustomerRecord, EmployeeRecord, ServiceState } from './records.ts'
import type { Rules } from './rules.ts'
import { sendMail } from './send-mail.ts'
import { toServiceTime } from './to-service-time.ts'

type Change = {
  update: EmployeeUpdate
  customer: CustomerRecord
  now: number
  rules: Pick<Rules, 'toMailbox'>
}

/**
 * Applies a checked update and returns whether a new invitation was sent (section 3). That happens only to an invited
 * employee without a photo and with a really different address.
 * An address of the same mailbox (another letter case, unless a variation is on) is stored as sent, without an
 * invitation.
 */
export function changeEmployee(
  state: ServiceState,
  employee: EmployeeRecord,
  { update, customer, now, rules: { toMailbox } }: Change,
): boolean {
  const before = toMailbox(employee.email)
  Object.assign(employee, update)
  const isMoved = toMailbox(employee.email) !== before
  if (!isMoved || employee.invited_at === null || employee.uploaded_at !== null) return false
  employee.invited_at = toServiceTime(now)
  sendMail(state, employee, { kind: 'invitation', customer, now })
  return true
}
