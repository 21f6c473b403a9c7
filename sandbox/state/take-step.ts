import { ServiceError } from '#sandbox/http/service-error.ts'
import type { EmployeeStep } from './employee-steps.ts'
import { getRefusal } from './get-refusal.ts'
import type { CustomerRecord, EmployeeRecord, ServiceState } from './records.ts'
import { sendMail } from './send-mail.ts'
import { toServiceTime } from './to-service-time.ts'

type Circumstances = {
  state: ServiceState
  customer: CustomerRecord
  now: number
  /** Which files the photographer has ready with an edit; a cut-out may follow later (`finish`). */
  standard: boolean
  transparent: boolean
}

/**
 * The way of a photo on the service's side (section 3). A step that the state does not allow is a 409 and changes
 * nothing.
 */
export function takeStep(step: EmployeeStep, employee: EmployeeRecord, circumstances: Circumstances): void {
  const refusal = getRefusal(step, employee)
  if (refusal !== null) throw new ServiceError(409, refusal, { code: 'impossible_step' })
  steps[step](employee, circumstances)
}

const steps: Record<EmployeeStep, (employee: EmployeeRecord, circumstances: Circumstances) => void> = {
  upload(employee, { now }) {
    employee.status = 'uploaded'
    employee.uploaded_at = toServiceTime(now)
  },
  edit(employee, { now, standard, transparent }) {
    employee.status = 'edited'
    employee.edited_at = toServiceTime(laterThan(employee.edited_at, now))
    employee.edits += 1
    employee.approved = false
    employee.standard_finished = standard
    employee.transparent_finished = transparent
  },
  finish(employee) {
    employee.standard_finished = true
    employee.transparent_finished = true
  },
  approve(employee) {
    employee.approved = true
  },
  retake(employee, { state, customer, now }) {
    employee.status = 'retake'
    employee.approved = false
    sendMail(state, employee, { kind: 'retake', customer, now })
  },
}

/** `edited_at` tells an updated image (section 1, step 7), so two edits within a second must differ too. */
function laterThan(previous: string | null, now: number): number {
  return previous === null ? now : Math.max(now, Date.parse(previous) + 1000)
}
