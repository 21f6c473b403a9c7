'use client'

import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl/react'
import { useRunningBatches } from '#components/batches/running-batches.ts'
import { type OwnBatches, useOwnBatches } from '#components/batches/use-own-batches.ts'
import { useRunningExports } from '#components/exports/card/running-exports.ts'

const ExportCard = lazy(() => import('#components/exports/card/export-card.tsx'))
const TabTitle = lazy(() => import('#components/exports/card/tab-title.tsx'))
const BatchCard = lazy(() => import('#components/batches/batch-card.tsx'))

/**
 * Bottom right on every page: the downloads that are being prepared, the changes to many that go on, and what came of
 * them. Its padding leaves room for the cards' shadows, and lets presses through to the page.
 */
export function WorkDock({ own }: { own: OwnBatches }) {
  const t = useTranslations('shell')
  useOwnBatches(own)
  const exports = useRunningExports()
  const batches = useRunningBatches()
  if (exports.length + batches.length === 0) return null
  return (
    <section
      aria-label={t('work')}
      className="work-dock pointer-events-none fixed end-0 bottom-0 z-40 grid max-h-[calc(100dvh-3.5rem)] w-[min(25rem,100vw)] gap-2 overflow-y-auto ps-4 pe-4 pt-6 pb-4 sm:ps-8"
    >
      {exports.length > 0 && (
        <Suspense>
          <TabTitle />
        </Suspense>
      )}
      {batches.map(running => (
        <Suspense key={running.id}>
          <BatchCard running={running} />
        </Suspense>
      ))}
      {exports.map(running => (
        <Suspense key={running.id}>
          <ExportCard running={running} />
        </Suspense>
      ))}
    </section>
  )
}
