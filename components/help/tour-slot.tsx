'use client'

import { lazy, Suspense, useState } from 'react'
import { useTourStep } from '#components/page/help-state.ts'
import { useHydrated } from '#components/ui/browser/use-hydrated.ts'
import { whenOnline } from '#components/ui/browser/when-online.ts'

const Tour = lazy(whenOnline(() => import('./tour.tsx')))

/** The place of the tour. It is offered once, in practice mode; its code comes when it is offered or asked for. */
export function TourSlot({ offered }: { offered: boolean }) {
  const step = useTourStep()
  const hydrated = useHydrated()
  const [offer, setOffer] = useState(offered)
  if (!hydrated || (step === null && !offer)) return null
  return (
    <Suspense>
      <Tour step={step} onLeave={() => setOffer(false)} />
    </Suspense>
  )
}
