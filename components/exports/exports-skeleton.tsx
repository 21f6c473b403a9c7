import { PageHeader } from '#components/shell/page-header.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

export async function ExportsSkeleton() {
  const t = await getTranslations('exports.history')
  const loading = (await getTranslations('app'))('loading')
  return (
    <>
      <PageHeader title={t('title')} facts={loading} />
      <Panel className="mt-5 divide-y divide-line" aria-hidden="true">
        {ROWS.map(row => (
          <div key={row} className="flex h-20 items-center gap-6 px-4">
            <Skeleton className="h-3 w-24" />
            <Skeleton className="h-3 w-64" />
            <Skeleton className="h-3 w-40" />
          </div>
        ))}
      </Panel>
    </>
  )
}
