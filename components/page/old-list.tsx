'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { startTransition, useDeferredValue } from 'react'
import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import type { ServiceState } from '#lib/service/contract.ts'
import { Moment } from './moment.tsx'
import { serviceStateQuery } from './service-state.ts'
import { useServiceBack } from './use-service-back.ts'

/**
 * While the service is away or refuses the key, how old a list is. As the header knows it: nothing is asked here, and the header
 * may have learnt it before the list came, so the list is first drawn as it was sent.
 */
export function OldList({ asOf, onRetry }: { asOf: string | null | undefined; onRetry?: () => void }) {
  const { data } = useQuery({ ...serviceStateQuery, enabled: false })
  const service = useDeferredValue(data ?? null, null)
  return (
    asOf && service && (service.down || service.refused) && <OldListNotice {...{ service, asOf, onRetry }} />
  )
}

type OldListNoticeProps = {
  service: ServiceState
  asOf: string
  /** How to read the list again; without it the page asks the server for itself once more. */
  onRetry: (() => void) | undefined
}

/**
 * The service is away, or lets nobody in: the rows look as ever, so how old they are is said above them, until the list can be
 * read again.
 */
function OldListNotice({ service: { down, refused }, asOf, onRetry }: OldListNoticeProps) {
  const router = useRouter()
  useServiceBack(onRetry ?? (() => startTransition(() => router.refresh())))
  const t = useTranslations('employees')
  const sentence = useTranslations('errors')
  return (
    <Alert tone="warning">
      {sentence(down || !refused ? 'service_unreachable' : refused)} {t('asOf')} <Moment at={asOf} />
    </Alert>
  )
}
