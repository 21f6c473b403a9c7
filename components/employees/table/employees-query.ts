import { queryOptions } from '@tanstack/react-query'
import { type EmployeeFilters, toEmployeeSearch } from '#lib/employees/employee-filters.ts'
import { type DeskRequest, deskRequest } from '#lib/http/desk-request.ts'
import { paths } from '#lib/paths.ts'

const loadAnswer = async () => (await import('#lib/portrait-api/contract.ts')).employeeListAnswer

/** The server fills it for the first paint, the browser asks for it afterwards: the same key for both. */
export function employeesQuery(projectId: number, filters: EmployeeFilters) {
  return queryOptions({
    queryKey: [...employeesKey(projectId), toEmployeeSearch(filters)],
    queryFn: ({ signal }) => readEmployees(projectId, filters, { signal }),
  })
}

export function readEmployees(projectId: number, filters: EmployeeFilters, request: DeskRequest) {
  const path = paths.api.employees(projectId, toEmployeeSearch(filters))
  return deskRequest(path, loadAnswer, request)
}

/** All pages of a project that have been read. */
export function employeesKey(projectId: number) {
  return ['employees', projectId] as const
}
