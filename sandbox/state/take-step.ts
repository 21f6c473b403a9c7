import { ServiceError } from '../http/service-error.ts'
import type { CustomerRecord, EmployeeRecord, ServiceState } from './records.ts'
import { sendMail } from './send-mail.ts'
import { toServiceTime } from './to-service-time.ts'

export const EMPLOYEE_STEPS = ['upload', 'edit', 'finish', 'approve', 'retake'] as const

type EmployeeStep = (typeof EMPLOYEE_STEPS)[number]

type Circumstances = {
  state: ServiceState
  customer: CustomerRecord
  now: number
  /** The files that an edit has finished; a cut-out may follow later (`finish`). */
  standard: boolean
  transparent: boolean
}

/**
 * One step of a photo on the service's side (section 3). A step that the state does not allow is a 409 and changes
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

/** `edited_at` marks an updated image (section 1, step 7), so two edits within a second must differ too. */
function laterThan(previous: string | null, now: number): number {
  return previous === null ? now : Math.max(now, Date.parse(previous) + 1000)
}

/** The reason why the step is impossible now; null when it is possible. */
export function getRefusal(step: EmployeeStep, employee: EmployeeRecord): string | null {
  const { status, approved, standard_finished, transparent_finished } = employee
  const hasPhoto = status === 'uploaded' || status === 'edited'
  switch (step) {
    case 'upload':
      if (employee.invited_at === null) return 'An employee who is not invited cannot upload a photo.'
      return hasPhoto ? 'There is a photo already.' : null
    case 'edit':
      return hasPhoto ? null : 'There is no photo to edit.'
    case 'finish':
      if (status === 'edited' && !(standard_finished && transparent_finished)) return null
      return 'There is no edit that waits to be finished.'
    case 'approve':
      if (status !== 'edited' || !standard_finished) return 'There is no finished photo to approve.'
      return approved ? 'The photo is approved already.' : null
    case 'retake':
      return hasPhoto ? null : 'There is no photo to take again.'
  }
}
