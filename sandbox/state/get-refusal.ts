import type { EmployeeStep } from './employee-steps.ts'
import type { EmployeeRecord } from './records.ts'

/** Why the step is impossible as things stand; null when it is possible. */
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
