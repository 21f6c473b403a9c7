'use client'

import { useTranslations } from 'use-intl/react'
import { ExportCard } from './export-card.tsx'
import { useRunningExports } from './running-exports.ts'

/** Bottom right on every page: the downloads that are being prepared, and what came of them. */
export function ExportsDock() {
  const t = useTranslations('exports.card')
  const exports = useRunningExports()
  if (exports.length === 0) return null
  return (
    <section
      aria-label={t('region')}
      className="fixed end-4 bottom-4 z-40 grid max-h-[calc(100dvh-5rem)] w-[min(22rem,calc(100vw-2rem))] gap-2 overflow-y-auto"
    >
      {exports.map(running => (
        <ExportCard key={running.id} running={running} />
      ))}
    </section>
  )
}
