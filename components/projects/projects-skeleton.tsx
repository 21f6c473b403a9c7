import { PageHeader } from '#components/page/page-header.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'

const ROWS = ['a', 'b', 'c', 'd', 'e']

export async function ProjectsSkeleton() {
  const t = await getTranslations('projects')
  const loading = (await getTranslations('app'))('loading')
  return (
    <>
      <PageHeader title={t('title')} facts={loading} actions={<span className="h-9" />} />
      <Panel className="mt-5 divide-y divide-line" aria-hidden="true">
        {ROWS.map(row => (
          <div key={row} className="grid h-[7.625rem] content-center gap-3 px-5">
            <Skeleton className="h-4 w-56" />
            <Skeleton className="h-3 w-24" />
            <Skeleton shape="round" className="h-2 w-full" />
          </div>
        ))}
      </Panel>
    </>
  )
}
