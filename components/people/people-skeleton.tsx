import { PageHeader } from '#components/shell/page-header.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'

const ROWS = ['a', 'b', 'c', 'd', 'e']

export async function PeopleSkeleton() {
  const t = await getTranslations('people')
  const loading = (await getTranslations('app'))('loading')
  return (
    <>
      <PageHeader title={t('title')} facts={loading} />
      <Panel className="mt-[4.75rem] divide-y divide-line" aria-hidden="true">
        {ROWS.map(row => (
          <div key={row} className="flex h-12 items-center gap-8 px-4">
            <Skeleton className="h-3 w-56" />
            <Skeleton className="h-3 w-24" />
            <Skeleton className="h-3 w-20" />
          </div>
        ))}
      </Panel>
    </>
  )
}
