'use client'

import { usePathname } from 'next/navigation'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { leaveTour, showTourStep, useTourStep } from '#components/page/help-state.ts'
import { moveFocus } from '#components/ui/browser/focus.ts'
import { loadWithRetry } from '#components/ui/browser/load-with-retry.ts'
import { Button } from '#components/ui/button.tsx'
import { useOnceOpen } from '#components/ui/popup/use-once-open.ts'
import { paths } from '#lib/address/paths.ts'

const Tour = lazy(loadWithRetry(() => import('./tour.tsx')))

/** Place of the tour. Its code loads when the tour starts. */
export function TourSlot() {
  const step = useTourStep()
  if (step === null) return null
  return (
    <Suspense>
      <Tour step={step} />
    </Suspense>
  )
}

/** Offers the tour above the list of projects, in practice mode, until the user has taken or declined it. */
export function TourOffer() {
  const t = useTranslations('tour')
  const [declined, setDeclined] = useState(false)
  const taken = useOnceOpen(useTourStep() !== null)
  const isAtProjects = usePathname() === paths.projects()
  if (declined || taken || !isAtProjects) return null

  function decline() {
    moveFocus('main h1')
    setDeclined(true)
    leaveTour()
  }

  return (
    <section
      aria-label={t('label')}
      className="no-print mb-5 flex flex-wrap items-center gap-x-6 gap-y-2 rounded-lg border border-line bg-panel px-4 py-3"
    >
      <div className="grow basis-80">
        <p className="font-semibold">{t('offer.title')}</p>
        <p className="text-pretty text-muted text-sm">{t('offer.text')}</p>
      </div>
      <div className="flex grow flex-wrap justify-end gap-2 sm:grow-0">
        <Button variant="quiet" size="small" onClick={decline}>
          {t('offer.no')}
        </Button>
        <Button variant="primary" size="small" onClick={() => showTourStep(0)}>
          {t('offer.start')}
        </Button>
      </div>
    </section>
  )
}
