'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { deliveredQuery, photoDownloadsQuery } from '#components/employee-data/photo-places.ts'
import { useStatusWords } from '#components/employee-data/use-status-words.ts'
import { useSince } from '#components/page/use-since.ts'
import { toStanding } from '#lib/deliveries/reasons.ts'
import type { Employee, Project } from '#lib/portrait-api/contract.ts'
import { GLOSSARY, toGlossaryTerm } from '#lib/portrait-api/glossary.ts'
import { isSameVersion } from '#lib/portrait-api/photo-version.ts'

/**
 * Names the party that does the next step and its result; for an employee who keeps others waiting, also since when.
 */
export function StatusExplained({ project, employee }: { project: Project; employee: Employee }) {
  const t = useTranslations('person.status')
  const glossary = useTranslations('glossary')
  const status = useStatusWords(project)
  const term = toGlossaryTerm(employee)
  const { data } = useQuery(photoDownloadsQuery(employee.id))
  const { data: places = [] } = useQuery(deliveredQuery(employee.id))
  const { edited_at } = employee.photo
  const isOut =
    edited_at !== null &&
    (places.some(place => toStanding(place) === 'there' && isSameVersion(place.edited_at, edited_at)) ||
      data?.data.some(({ at }) => new Date(at) > new Date(edited_at)))
  const isDone = term === 'approved' && isOut
  const since = useSince()
  return (
    <section aria-labelledby="status-explained" className="grid gap-1 rounded-lg bg-sunken p-4 text-sm">
      <h3 id="status-explained" className="font-medium">
        {t('title')}
      </h3>
      <p>
        {status.means(term)} {isDone ? t('handedOut') : status.next(term)}
      </p>
      {term === 'uninvited' && data && (
        <p>{data.added_at ? t('addedAt', since(data.added_at)) : t('addedUnknown')}</p>
      )}
      {term === 'pending' && employee.invited_at && <p>{t('invitedAt', since(employee.invited_at))}</p>}
      {!isDone && <p className="text-muted">{glossary(`who.${GLOSSARY[term]}`)}</p>}
    </section>
  )
}
