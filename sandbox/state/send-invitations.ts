import { ServiceError } from '../http/service-error.ts'
import type { CustomerRecord, ProjectRecord, ServiceState } from './records.ts'
import { sendMail } from './send-mail.ts'
import { toServiceTime } from './to-service-time.ts'

type Circumstances = { customer: CustomerRecord; now: number }

/** Invites everybody in the project who waits for it; the number of mails sent. */
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
