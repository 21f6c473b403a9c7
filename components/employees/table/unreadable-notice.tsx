import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import type { PeoplePage } from '#lib/employees/people-contract.ts'

/** States how many employees are missing because their records could not be read; an info, not an error. */
export function UnreadableNotice({ meta }: { meta: PeoplePage['meta'] }) {
  const t = useTranslations('employees')
  const { unreadable, roster_total, total, complete } = meta
  const known = roster_total ?? total
  return <Alert>{t('unreadable', { unreadable, total: complete ? known + unreadable : known })}</Alert>
}
