import type { Metadata } from 'next'
import { ProjectList } from '#components/projects/project-list.tsx'
import { ProjectsSkeleton } from '#components/projects/projects-skeleton.tsx'
import { FailedState } from '#components/shell/failed-state.tsx'
import { Streamed } from '#components/shell/streamed.tsx'
import { tryDesk } from '#components/shell/try-desk.ts'
import type { SearchParams } from '#lib/employees/employee-filters.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { paths } from '#lib/paths.ts'
import { listProjects } from '#lib/projects/projects.ts'
import { requirePageClient, requirePageUser } from '#lib/session/page-guards.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('projects'))('pageTitle') }
}

export default async function ProjectsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const archived = (await searchParams).archived === '1'
  const here = paths.projects({ archived })
  const user = await requirePageUser(here)
  const client = await requirePageClient(user, here)
  return (
    <Streamed data={tryDesk(() => listProjects(client))} skeleton={<ProjectsSkeleton />}>
      {({ data, error }) =>
        error ? (
          <FailedState level="h1" failure={error} />
        ) : (
          <ProjectList projects={data} archived={archived} />
        )
      }
    </Streamed>
  )
}
