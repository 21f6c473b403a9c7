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
 * Shows how old a list is while the service is unreachable or refuses the key. Uses the header's state without a
 * request. The header may know earlier than the list loads, so the list first renders as the server sent it.
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
  /** Reads the list again; if missing, the page requests its data from the server again. */
  onRetry: (() => void) | undefined
}

/**
 * Warns above the rows, which look as usual, that they are old because the service is unreachable or refuses access.
 * The list is read again when the service is back.
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
