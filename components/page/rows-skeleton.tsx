import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { PageHeader } from './page-header.tsx'

type RowsSkeletonProps = {
  title: string
  rows: number
  /** Where the rows will begin, how high one is, and how wide what stands in it: the size of what comes. */
  panel: string
  row: string
  bars: readonly string[]
}

/** A page with a table that is on its way. */
export async function RowsSkeleton({ title, rows, panel, row, bars }: RowsSkeletonProps) {
  const t = await getTranslations('app')
  return (
    <>
      <PageHeader title={title} facts={t('loading')} />
      <Panel className={`${panel} divide-y divide-line`} aria-hidden="true">
        {Array.from({ length: rows }, (_, index) => `row-${index}`).map(key => (
          <div key={key} className={`flex items-center px-4 ${row}`}>
            {bars.map(bar => (
              <Skeleton key={bar} className={`h-3 ${bar}`} />
            ))}
          </div>
        ))}
      </Panel>
    </>
  )
}
