import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { PageHeader } from './page-header.tsx'

type RowsSkeletonProps = {
  title: string
  rows: number
  /** Position, row height and widths of the placeholders, as in the rows to come. */
  panel: string
  row: string
  bars: readonly string[]
}

/** Placeholder of a page with a table that is loading. */
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
