import type { EmployeeUpdate } from './employee-input.ts'
import type { CustomerRecord, EmployeeRecord, ServiceState } from './records.ts'
import { sendMail } from './send-mail.ts'
import { toServiceTime } from './to-service-time.ts'

type Change = { update: EmployeeUpdate; customer: CustomerRecord; now: number }

/**
 * Applies a checked update and says whether a new invitation went out (section 3): only when the employee is invited,
 * has not uploaded a photo yet, and the address is really another one. Another letter case is the same mailbox: it is
 * stored as sent, but nobody is invited again.
 */
export function changeEmployee(
  state: ServiceState,
  employee: EmployeeRecord,
  { update, customer, now }: Change,
): boolean {
  const before = employee.email.toLowerCase()
  Object.assign(employee, update)
  const isMoved = employee.email.toLowerCase() !== before
  if (!isMoved || employee.invited_at === null || employee.uploaded_at !== null) return false
  employee.invited_at = toServiceTime(now)
  sendMail(state, employee, { kind: 'invitation', customer, now })
  return true
}
