import { toLook } from '../people/to-look.ts'
import type { EmployeeInput } from './employee-input.ts'
import {
  type CustomerRecord,
  type EmployeeRecord,
  NO_PROGRESS,
  type ProjectRecord,
  type ServiceState,
} from './records.ts'

type Where = { customer: CustomerRecord; project: ProjectRecord }

/** Adds checked employees in the given order; all start `pending` and not invited (section 1). */
export function addEmployees(
  state: ServiceState,
  inputs: EmployeeInput[],
  { customer, project }: Where,
): EmployeeRecord[] {
  const taken = new Set<string>()
  for (const employee of state.employees) {
    if (employee.project_id === project.id) taken.add(employee.mitarbeiternummer)
  }
  for (const { mitarbeiternummer } of inputs) if (mitarbeiternummer) taken.add(mitarbeiternummer)

  const added = inputs.map((input): EmployeeRecord => {
    const mitarbeiternummer = input.mitarbeiternummer ?? nextNumber(project, taken)
    taken.add(mitarbeiternummer)
    return {
      id: state.next_id.employee++,
      project_id: project.id,
      mitarbeiternummer,
      first_name: input.first_name,
      last_name: input.last_name,
      email: input.email,
      locale: input.locale === undefined ? customer.locale : input.locale,
      ...NO_PROGRESS,
      look: toLook(input.first_name),
    }
  })
  state.employees.push(...added)
  return added
}

/**
 * The number for an employee without one, in the pattern `MA--NNN` of the specification: at least three digits, the
 * next free one in the project. A number is not assigned again after a deletion.
 */
function nextNumber(project: ProjectRecord, taken: ReadonlySet<string>): string {
  for (;;) {
    const number = `MA--${String(project.next_number++).padStart(3, '0')}`
    if (!taken.has(number)) return number
  }
}
