'use client'

import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue } from 'react'
import { whenOnline } from '#components/ui/browser/when-online.ts'
import { serviceStateQuery } from './service-state.ts'

const OldListNotice = lazy(whenOnline(() => import('./old-list-notice.tsx')))

/**
 * While the service is away or refuses the key, how old a list is. As the header knows it: nothing is asked here, and the header
 * may have learnt it before the list came, so the list is first drawn as it was sent.
 */
export function OldList({ asOf, onRetry }: { asOf: string | null | undefined; onRetry?: () => void }) {
  const { data } = useQuery({ ...serviceStateQuery, enabled: false })
  const service = useDeferredValue(data ?? null, null)
  return (
    asOf &&
    service &&
    (service.down || service.refused) && (
      <Suspense>
        <OldListNotice {...{ service, asOf, onRetry }} />
      </Suspense>
    )
  )
}
