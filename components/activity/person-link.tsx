'use client'

import { useTranslations } from 'use-intl/react'
import { Link } from '#components/ui/link.tsx'
import { toName } from '#lib/activity/sentences.ts'
import { paths } from '#lib/address/paths.ts'
import type { Activity, ActivityDetails } from '#lib/contracts/activity.ts'

type PersonLinkProps = Pick<Activity, 'project' | 'employee'> & { person: ActivityDetails['person'] }

/** The way from an entry to a person whom it is about; none to whom nobody knows any more. */
export function PersonLink({ project, employee, person }: PersonLinkProps) {
  const t = useTranslations('activity')
  if (project === null || employee === null || !person?.name) return null
  return (
    <Link
      className="rounded-sm text-muted underline-offset-2 hover:text-text hover:underline"
      aria-label={t('openPerson', { person: toName(t, person) })}
      href={paths.person(project, employee)}
    >
      {t('open')}
    </Link>
  )
}
