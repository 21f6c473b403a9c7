import { notFound } from 'next/navigation'
import { EmployeesPage } from '#components/employees/employees-page.tsx'
import { EmployeesSkeleton } from '#components/employees/employees-skeleton.tsx'
import { FailedState } from '#components/page/failed-state.tsx'
import { Streamed } from '#components/page/streamed.tsx'
import { tryDesk } from '#components/page/try-desk.ts'
import type { SearchParams } from '#lib/address/address-state.ts'
import { paths } from '#lib/address/paths.ts'
import { parsePeopleFilters, toPeopleSearch } from '#lib/employees/people-filters.ts'
import { getPeoplePage } from '#lib/employees/people-page.ts'
import { getPageClient, requirePageClient, requirePageUser } from '#lib/handlers/page-guards.ts'
import { titleForUsers } from '#lib/handlers/page-title.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { getTableView } from '#lib/preferences/chosen.ts'
import { parseProjectAddress } from '#lib/projects/project-address.ts'
import { showProject } from '#lib/projects/projects.ts'
import { toVisible } from '#lib/text/invisible.ts'

type ProjectPageProps = {
  /**
   * `person` is absent, or `people/<employeeId>`: a sheet above the same table. See
   * docs/decisions/028-employee-table.md.
   */
  params: Promise<{ projectId: string; person?: string[] }>
  searchParams: Promise<SearchParams>
}

export const generateMetadata = titleForUsers(async ({ params }: ProjectPageProps) => {
  const { projectId } = await requireAddress(params)
  const client = await getPageClient()
  const { data, error } = await tryDesk(async () => client && showProject(client, projectId))
  if (error?.code === 'not_found') notFound()
  return data ? toVisible(data.name) : (await getTranslations('employees'))('pageTitle')
})

export default async function ProjectPage({ params, searchParams }: ProjectPageProps) {
  const { projectId, employeeId } = await requireAddress(params)
  const filters = parsePeopleFilters(await searchParams)
  const search = toPeopleSearch(filters)
  const here = employeeId ? paths.person(projectId, employeeId, search) : paths.project(projectId, search)
  const user = await requirePageUser(here)
  const client = await requirePageClient(here)
  const view = await getTableView()
  const read = tryDesk(() =>
    Promise.all([showProject(client, projectId), getPeoplePage(client, projectId, filters)]),
  )
  return (
    <Streamed data={read} skeleton={<EmployeesSkeleton />}>
      {({ data, error }) => {
        if (error?.code === 'not_found') notFound()
        if (error) return <FailedState level="h1" failure={error} />
        const [project, page] = data
        return <EmployeesPage user={user} project={project} filters={filters} page={page} view={view} />
      }}
    </Streamed>
  )
}

async function requireAddress(params: ProjectPageProps['params']) {
  return parseProjectAddress(await params) ?? notFound()
}
