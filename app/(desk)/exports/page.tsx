import { notFound } from 'next/navigation'
import { ExportsScreen } from '#components/exports/history/exports-screen.tsx'
import { ExportsSkeleton } from '#components/exports/history/exports-skeleton.tsx'
import { loadExportsPage } from '#components/exports/history/load-exports-page.ts'
import { FailedState } from '#components/page/failed-state.tsx'
import { Streamed } from '#components/page/streamed.tsx'
import type { SearchParams } from '#lib/address/address-state.ts'
import { paths } from '#lib/address/paths.ts'
import { parseHistoryFilters, toHistorySearch } from '#lib/exports/history/history-filters.ts'
import { requirePageUser } from '#lib/handlers/page-guards.ts'
import { titleForUsers } from '#lib/handlers/page-title.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { canExport } from '#lib/session/permissions.ts'

export const generateMetadata = titleForUsers(async () => (await getTranslations('exports.history'))('title'))

export default async function ExportsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const filters = parseHistoryFilters(await searchParams)
  const user = await requirePageUser(paths.exports(toHistorySearch(filters)))
  if (!canExport(user)) notFound()
  return (
    <Streamed data={loadExportsPage(user, filters)} skeleton={<ExportsSkeleton />}>
      {({ data, error }) =>
        error ? <FailedState level="h1" failure={error} /> : <ExportsScreen filters={filters} {...data} />
      }
    </Streamed>
  )
}
