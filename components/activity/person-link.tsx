'use client'

import { useTranslations } from 'use-intl/react'
import { Link } from '#components/ui/link.tsx'
import { findPerson, toName } from '#lib/activity/sentences.ts'
import { paths } from '#lib/address/paths.ts'
import type { Activity } from '#lib/contracts/activity.ts'

/** The way from an entry to the person whom it is about, unless they are gone, or were forgotten. */
export function PersonLink({ entry: { action, project, employee, details } }: { entry: Activity }) {
  const t = useTranslations('activity')
  const person = findPerson(details)
  if (action === 'employee_deleted' || project === null || employee === null || !person?.name) return null
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
