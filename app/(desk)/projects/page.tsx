import { DeliveryNotices } from '#components/deliveries/delivery-notices.tsx'
import { FailedState } from '#components/page/failed-state.tsx'
import { Streamed } from '#components/page/streamed.tsx'
import { tryDesk } from '#components/page/try-desk.ts'
import { ProjectsPage } from '#components/projects/projects-page.tsx'
import { ProjectsSkeleton } from '#components/projects/projects-skeleton.tsx'
import { paths } from '#lib/address/paths.ts'
import { listDeliveryNews } from '#lib/deliveries/manage/delivery-news.ts'
import { requirePageClient, requirePageUser } from '#lib/handlers/page-guards.ts'
import { titleForUsers } from '#lib/handlers/page-title.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { listTasks } from '#lib/overview/project-tasks.ts'
import { parseProjectFilters, toProjectSearch } from '#lib/projects/project-filters.ts'
import { showProjects } from '#lib/projects/projects.ts'
import { untilCountedOnce } from '#lib/projects/status-counts.ts'
import { canRunDeliveries } from '#lib/session/permissions.ts'

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export const generateMetadata = titleForUsers(async () => (await getTranslations('projects'))('pageTitle'))

export default async function Page({ searchParams }: PageProps) {
  const filters = parseProjectFilters(await searchParams)
  const here = paths.projects(toProjectSearch(filters))
  const user = await requirePageUser(here)
  const client = await requirePageClient(here)
  return (
    <Streamed
      data={tryDesk(async () => {
        const list = await showProjects(client)
        await untilCountedOnce(client, list.data)
        const news = canRunDeliveries(user) ? await listDeliveryNews() : []
        return { list, news, tasks: await listTasks(client, { projects: list.data, user }) }
      })}
      skeleton={<ProjectsSkeleton />}
    >
      {({ data, error }) =>
        error ? (
          <FailedState level="h1" failure={error} />
        ) : (
          <ProjectsPage
            client={client}
            filters={filters}
            notices={<DeliveryNotices news={data.news} />}
            {...data}
          />
        )
      }
    </Streamed>
  )
}
