'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { ReadAgain } from '#components/page/read-again.tsx'
import { toShown } from '#components/page/to-shown.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Icon } from '#components/ui/icon.ts'
import { ChevronRightIcon } from '#components/ui/icons.ts'
import { Link } from '#components/ui/link.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { ACTIVITY_PER_PAGE } from '#lib/activity/filters.ts'
import { toName } from '#lib/activity/sentences.ts'
import { paths } from '#lib/address/paths.ts'
import { type Activity, activityListResponse } from '#lib/contracts/activity.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { ActivitySentences } from './activity-sentences.tsx'
import { PersonLink } from './person-link.tsx'
import type { ActivityFiltersState } from './use-activity-filters.ts'

type BulkPeopleProps = { entry: Activity; people: number; hrefOf: ActivityFiltersState['hrefOf'] }

/** Employees of a bulk change, read when the user opens the list; a long list continues in the log itself. */
export function BulkPeople({ entry: { action, details }, people, hrefOf }: BulkPeopleProps) {
  const t = useTranslations('activity')
  const [open, setOpen] = useState(false)
  const bulk = details.bulk?.id ?? ''
  const address = paths.api.activity(String(new URLSearchParams({ bulk, action })))
  const read = useQuery({
    enabled: open,
    queryKey: ['activity', address],
    queryFn: async ({ signal }) => (await deskRequest(address, activityListResponse, { signal })).data,
  })
  const data = toShown(read)
  return (
    <Opening count={people} open={open} onToggle={setOpen}>
      <ReadAgain of={read} className="mt-1.5" />
      {!data ? (
        !read.error && <Skeleton className="mt-1.5 h-4 w-2/3" />
      ) : (
        <ul className="mt-1.5 grid gap-1.5 rounded-md bg-sunken px-3 py-2">
          {data.map(one => (
            <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
              {action === 'employee_deleted' ? (
                toName(t, one.details.person)
              ) : (
                <ActivitySentences entry={one} />
              )}
              {one.outcome === 'unknown' && <Badge tone="warning">{t('outcomes.unknown')}</Badge>}
            </li>
          ))}
          {people > ACTIVITY_PER_PAGE && (
            <li>
              <Link
                className="rounded-sm text-accent-text underline-offset-2 hover:underline"
                href={hrefOf({ bulk, action })}
              >
                {t('bulk.more', { count: people - ACTIVITY_PER_PAGE })}
              </Link>
            </li>
          )}
        </ul>
      )}
    </Opening>
  )
}

/** Employees who were added at once, each with a link. */
export function AddedPeople({ entry: { action, details, project } }: { entry: Activity }) {
  const t = useTranslations('activity')
  const [open, setOpen] = useState(false)
  const { people = [] } = details
  if (action !== 'employees_created' || people.length < 2) return null
  return (
    <Opening count={people.length} open={open} onToggle={setOpen}>
      <ul className="mt-1.5 grid gap-1.5 rounded-md bg-sunken px-3 py-2">
        {open &&
          people.map((person, index) => (
            <li key={person.id ?? index} className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
              <PersonLink project={project} employee={person.id ?? null} person={person}>
                <UserText>{toName(t, person)}</UserText>
              </PersonLink>
            </li>
          ))}
      </ul>
    </Opening>
  )
}

type OpeningProps = { count: number; open: boolean; onToggle: (open: boolean) => void; children: ReactNode }

function Opening({ count, open, onToggle, children }: OpeningProps) {
  const t = useTranslations('activity')
  return (
    <details onToggle={event => onToggle(event.currentTarget.open)} className="group/bulk text-sm">
      <summary className="flex min-h-6 w-fit list-none items-center gap-1 rounded-sm text-accent-text">
        <Icon of={ChevronRightIcon} className="size-3.5 transition-transform group-open/bulk:rotate-90" />
        {t(open ? 'bulk.close' : 'bulk.open', { count })}
      </summary>
      {children}
    </details>
  )
}
