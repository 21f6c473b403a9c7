import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import type { ServiceState } from '#lib/service/contract.ts'
import { Moment } from './moment.tsx'

type OldListNoticeProps = { service: ServiceState; asOf: string }

/** The service is away, or lets nobody in: the rows look as ever, so how old they are is said above them. */
export default function OldListNotice({ service: { down, refused }, asOf }: OldListNoticeProps) {
  const t = useTranslations('employees')
  const sentence = useTranslations('errors')
  return (
    <Alert tone="warning">
      {sentence(down || !refused ? 'service_unreachable' : refused)} {t('asOf')} <Moment at={asOf} />
    </Alert>
  )
}
