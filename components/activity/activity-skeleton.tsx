import { PageHeader } from '#components/shell/page-header.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

export async function ActivitySkeleton() {
  const t = await getTranslations('activity')
  const loading = (await getTranslations('app'))('loading')
  return (
    <>
      <PageHeader title={t('title')} facts={loading} />
      <Panel className="mt-[4.25rem] divide-y divide-line" aria-hidden="true">
        {ROWS.map(row => (
          <div key={row} className="flex h-16 items-center gap-6 px-4">
            <Skeleton className="h-3 w-36" />
            <Skeleton className="h-3 w-48" />
            <Skeleton className="h-3 w-80" />
          </div>
        ))}
      </Panel>
    </>
  )
}
