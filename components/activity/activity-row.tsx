'use client'

import { useFormatter, useTranslations } from 'use-intl/react'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { TableCell, TableRow } from '#components/ui/table.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { findPerson, toName, toNobody } from '#lib/activity/sentences.ts'
import type { Activity } from '#lib/contracts/activity.ts'
import { useLocale } from '#lib/i18n/use-locale.ts'
import { ActivitySentences } from './activity-sentences.tsx'
import { AddedPeople, BulkPeople } from './bulk-people.tsx'
import type { TargetName } from './load-activity-page.ts'
import type { ActivityFiltersState } from './use-activity-filters.ts'

type ActivityRowProps = {
  entry: Activity
  /** Name of the project, if the service returned it. */
  project: string | undefined
  targets: TargetName[]
  state: Pick<ActivityFiltersState, 'filters' | 'hrefOf'>
}

export function ActivityRow({ entry, project, targets, state: { filters, hrefOf } }: ActivityRowProps) {
  const t = useTranslations('activity')
  const format = useFormatter()
  const locale = useLocale()
  const { at, actor, outcome, details, employee, bulk } = entry
  const nobody = toNobody(t, entry)
  const person = findPerson(details)
  const targetName = (id: string) => targets.find(target => target.id === id)?.name[locale] ?? id
  return (
    <TableRow className="max-sm:grid max-sm:wrap-anywhere max-sm:gap-1 max-sm:border-line max-sm:border-b max-sm:px-4 max-sm:py-3 max-sm:last:border-b-0">
      <TableCell className="align-top text-muted tabular-nums sm:py-3">
        <time dateTime={at}>{format.dateTime(new Date(at), 'moment')}</time>
      </TableCell>
      <TableCell className="wrap-anywhere align-top sm:py-3">
        {nobody === null ? <UserText>{actor.email}</UserText> : <span className="text-muted">{nobody}</span>}
      </TableCell>
      <TableCell className="wrap-anywhere align-top sm:py-3">
        <div className="grid gap-0.5">
          <ActivitySentences entry={entry} targetName={targetName} />
          <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-muted text-sm empty:hidden">
            {bulk && bulk.uncertain > 0 && (
              <Badge tone="warning">{t('bulk.uncertain', { count: bulk.uncertain })}</Badge>
            )}
            {!bulk && outcome === 'unknown' && <Badge tone="warning">{t('outcomes.unknown')}</Badge>}
            {entry.project !== null && (
              <UserText>{project ?? t('projectNumber', { id: String(entry.project) })}</UserText>
            )}
            {details.address && <span>{t('from', { place: details.address })}</span>}
            {details.client && <UserText>{details.client}</UserText>}
            {!bulk && employee !== null && employee !== filters.employee && person && (
              <Link
                className="rounded-sm underline-offset-2 hover:text-text hover:underline"
                href={hrefOf({ employee })}
              >
                {t('filters.aboutPerson', { person: toName(t, person) })}
              </Link>
            )}
          </p>
          <AddedPeople entry={entry} />
          {bulk && <BulkPeople entry={entry} people={bulk.people} hrefOf={hrefOf} />}
        </div>
      </TableCell>
    </TableRow>
  )
}
