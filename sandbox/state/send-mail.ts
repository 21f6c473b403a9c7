import type { CustomerRecord, EmployeeRecord, MailRecord, ServiceState } from './records.ts'
import { toServiceTime } from './to-service-time.ts'

type Mail = { kind: MailRecord['kind']; customer: CustomerRecord; now: number }

/** Nothing leaves the sandbox: the outbox is where its mails end. */
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
