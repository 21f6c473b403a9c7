import { paths } from '#lib/address/paths.ts'
import type { EmployeeChangeInput } from '#lib/employees/change-contract.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import { type Employee, employeeUpdateResponse } from '#lib/portrait-api/contract.ts'
import type { EmployeeUpdate } from '#lib/portrait-api/input-contract.ts'

/** One PATCH, with what the person saw of the fields that they change. */
export function sendChange(employee: Employee, changes: EmployeeUpdate, { overwrite = false } = {}) {
  const { first_name, last_name, email, mitarbeiternummer, locale } = employee
  const all = { first_name, last_name, email, mitarbeiternummer, locale }
  const shown = Object.fromEntries(Object.entries(all).filter(([field]) => field in changes))
  const body: EmployeeChangeInput = { changes, shown, overwrite }
  return deskRequest(paths.api.changeEmployee(employee.id), employeeUpdateResponse, { method: 'PATCH', body })
}
