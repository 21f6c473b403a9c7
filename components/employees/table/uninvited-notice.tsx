import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'

/** Whoever looks at those who are not invited wants to know who invites them, and what to do when nobody does. */
export default function UninvitedNotice() {
  const t = useTranslations('glossary.statuses.uninvited')
  return (
    <Alert>
      {t('means')} {t('next')}
    </Alert>
  )
}
