'use client'

import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl/react'
import { useRunningExports } from './running-exports.ts'

const ExportCard = lazy(() => import('./export-card.tsx'))
const TabTitle = lazy(() => import('./tab-title.tsx'))

/**
 * Bottom right on every page: the downloads that are being prepared, and what came of them. Its padding leaves room
 * for the cards' shadows, and lets presses through to the page.
 */
export function ExportsDock() {
  const t = useTranslations('exports.card')
  const exports = useRunningExports()
  if (exports.length === 0) return null
  return (
    <section
      aria-label={t('region')}
      className="work-dock pointer-events-none fixed end-0 bottom-0 z-40 grid max-h-[calc(100dvh-3.5rem)] w-[min(25rem,100vw)] gap-2 overflow-y-auto ps-4 pe-4 pt-6 pb-4 sm:ps-8"
    >
      <Suspense>
        <TabTitle />
      </Suspense>
      {exports.map(running => (
        <Suspense key={running.id}>
          <ExportCard running={running} />
        </Suspense>
      ))}
    </section>
  )
}
