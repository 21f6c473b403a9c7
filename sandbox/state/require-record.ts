import { ServiceError } from '../http/service-error.ts'
import type { CustomerRecord, EmployeeRecord, ProjectRecord, ServiceState } from './records.ts'

/** Section 5, rule 8: another customer's record is as unknown as one that never was. */
export function requireProject(state: ServiceState, customer: CustomerRecord, id: number): ProjectRecord {
  const project = state.projects.find(candidate => candidate.id === id)
  if (project?.customer_id !== customer.id) throw new ServiceError(404, 'There is no project with this id.')
  return project
}

export function requireEmployee(state: ServiceState, customer: CustomerRecord, id: number): EmployeeRecord {
  const employee = state.employees.find(candidate => candidate.id === id)
  const project = state.projects.find(candidate => candidate.id === employee?.project_id)
  if (!employee || project?.customer_id !== customer.id) {
    throw new ServiceError(404, 'There is no employee with this id.')
  }
  return employee
}
