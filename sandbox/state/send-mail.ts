import { ServiceError } from '../http/service-error.ts'
import type { CustomerRecord, EmployeeRecord, MailRecord, ProjectRecord, ServiceState } from './records.ts'
import { toServiceTime } from './to-service-time.ts'

type Circumstances = { customer: CustomerRecord; now: number }

type Mail = { kind: MailRecord['kind']; customer: CustomerRecord; now: number }

/** Stores a mail in the outbox; the sandbox sends nothing. */
export function sendMail(state: ServiceState, employee: EmployeeRecord, { kind, customer, now }: Mail): void {
  state.outbox.push({
    id: state.next_id.mail++,
    customer_id: customer.id,
    employee_id: employee.id,
    kind,
    to: employee.email,
    locale: employee.locale ?? customer.locale,
    sent_at: toServiceTime(now),
  })
}

/** Invites everybody in the project who waits for it. Returns the number of mails. */
export function sendInvitations(
  state: ServiceState,
  project: ProjectRecord,
  { customer, now }: Circumstances,
): number {
  if (project.status !== 'active') {
    throw new ServiceError(409, 'Only an active project invites its employees.', { code: 'impossible_step' })
  }
  const waiting = state.employees.filter(
    ({ project_id, invited_at }) => project_id === project.id && invited_at === null,
  )
  for (const employee of waiting) {
    employee.invited_at = toServiceTime(now)
    sendMail(state, employee, { kind: 'invitation', customer, now })
  }
  return waiting.length
}
