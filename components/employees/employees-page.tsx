import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import type { EmployeeFilters } from '#lib/employees/employee-filters.ts'
import type { EmployeePage, Project } from '#lib/portrait-api/contract.ts'
import type { User } from '#lib/session/contract.ts'
import { canEditEmployees, canExport } from '#lib/session/permissions.ts'
import { EmployeesScreen } from './employees-screen.tsx'
import { employeesQuery } from './table/employees-query.ts'

type EmployeesPageProps = { user: User; project: Project; filters: EmployeeFilters; page: EmployeePage }

/** Hands the first page of the list to the browser: no spinner and no second read on the first paint. */
export function EmployeesPage({ user, project, filters, page }: EmployeesPageProps) {
  const queries = new QueryClient()
  queries.setQueryData(employeesQuery(project.id, filters).queryKey, page)
  return (
    <HydrationBoundary state={dehydrate(queries)}>
      <EmployeesScreen project={project} can={{ edit: canEditEmployees(user), export: canExport(user) }} />
    </HydrationBoundary>
  )
}
