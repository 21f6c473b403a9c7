import { useRouter } from 'next/navigation'
import { startTransition } from 'react'
import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import type { ServiceState } from '#lib/service/contract.ts'
import { Moment } from './moment.tsx'
import { useServiceBack } from './use-service-back.ts'

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
export default function OldListNotice({ service: { down, refused }, asOf, onRetry }: OldListNoticeProps) {
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
