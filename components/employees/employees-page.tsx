import { peopleQuery } from '#components/employee-data/people-query.ts'
import { KnownAnswers } from '#components/page/known-answers.tsx'
import type { User } from '#lib/contracts/session.ts'
import type { PeoplePage } from '#lib/employees/people-contract.ts'
import type { PeopleFilters } from '#lib/employees/people-filters.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import type { TableView } from '#lib/preferences/table-view.ts'
import { canEditEmployees, canExport } from '#lib/session/permissions.ts'
import { EmployeesScreen } from './employees-screen.tsx'

type EmployeesPageProps = {
  user: User
  project: Project
  filters: PeopleFilters
  page: PeoplePage
  view: TableView
}

/** Hands the first page of the list to the browser: no spinner and no second request on the first paint. */
export function EmployeesPage({ user, project, filters, page, view }: EmployeesPageProps) {
  return (
    <KnownAnswers answers={[[peopleQuery(project.id, filters).queryKey, page]]}>
      <EmployeesScreen
        project={project}
        can={{ edit: canEditEmployees(user), export: canExport(user) }}
        view={view}
      />
    </KnownAnswers>
  )
}
