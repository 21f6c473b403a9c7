import { ActivityScreen } from '#components/activity/activity-screen.tsx'
import { ActivitySkeleton } from '#components/activity/activity-skeleton.tsx'
import { loadActivityPage } from '#components/activity/load-activity-page.ts'
import { FailedState } from '#components/page/failed-state.tsx'
import { ForbiddenState } from '#components/page/forbidden-state.tsx'
import { Streamed } from '#components/page/streamed.tsx'
import { parseActivityFilters, toActivitySearch } from '#lib/activity/filters.ts'
import type { SearchParams } from '#lib/address/address-state.ts'
import { paths } from '#lib/address/paths.ts'
import { requirePageUser } from '#lib/handlers/page-guards.ts'
import { titleForUsers } from '#lib/handlers/page-title.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { canSeeActivity } from '#lib/session/permissions.ts'

export const generateMetadata = titleForUsers(async () => (await getTranslations('activity'))('pageTitle'))

export default async function ActivityPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const filters = parseActivityFilters(await searchParams)
  const user = await requirePageUser(paths.activity(toActivitySearch(filters)))
  if (!canSeeActivity(user)) return <Forbidden />
  return (
    <Streamed data={loadActivityPage(filters)} skeleton={<ActivitySkeleton />}>
      {({ data, error }) =>
        error ? <FailedState level="h1" failure={error} /> : <ActivityScreen filters={filters} {...data} />
      }
    </Streamed>
  )
}

async function Forbidden() {
  const t = await getTranslations('activity.forbidden')
  return <ForbiddenState title={t('title')}>{t('text')}</ForbiddenState>
}
