import type { EmployeeInput } from '../api/employee-input.ts'
import { toLook } from '../seed/to-look.ts'
import { nextNumber } from './next-number.ts'
import type { CustomerRecord, EmployeeRecord, ProjectRecord, ServiceState } from './records.ts'

type Where = { customer: CustomerRecord; project: ProjectRecord }

/** Adds checked employees in the order given; all start `pending` and not invited (section 1). */
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
      status: 'pending',
      invited_at: null,
      uploaded_at: null,
      edited_at: null,
      edits: 0,
      standard_finished: false,
      transparent_finished: false,
      approved: false,
      look: toLook(input.first_name),
    }
  })
  state.employees.push(...added)
  return added
}
