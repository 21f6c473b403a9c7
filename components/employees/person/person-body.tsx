'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { useUser } from '#components/page/connection-provider.tsx'
import { FailedState } from '#components/page/failed-state.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { toActivitySearch } from '#lib/activity/filters.ts'
import { paths } from '#lib/address/paths.ts'
import { toFailure } from '#lib/errors.ts'
import { languageLabel } from '#lib/i18n/service-words.ts'
import { type Employee, PHOTO_VARIANTS, type Project } from '#lib/portrait-api/contract.ts'
import { toVersion } from '#lib/portrait-api/portrait-status.ts'
import { canSeeActivity } from '#lib/session/permissions.ts'
import { DeletePerson } from './delete-person.tsx'
import { DeliveredPhoto } from './delivered-photo.tsx'
import { PersonForm } from './person-form.tsx'
import { PERSON_FIELDS } from './person-values.ts'
import { Initials, PortraitPanel } from './portrait.tsx'
import { RecordOfPerson } from './record-links.tsx'
import { StatusExplained } from './status-explained.tsx'
import { Timeline } from './timeline.tsx'
import { isNotFound } from './use-person.ts'
import { WhereIsPhoto } from './where-is-photo.tsx'

type PersonBodyProps = {
  person: UseQueryResult<Employee>
  project: Project
  editable: boolean
  /** True when the shown employee was deleted meanwhile, as a save or a new read has found. */
  isGone: boolean
  onNotFound: () => void
  onDrop: () => void
  onDeleted: () => void
}

/**
 * The sheet in each state: loading, not found, failed, or the employee. For a deleted employee, the typed values and
 * the locations of the photo remain; no action is offered.
 */
export function PersonBody({
  person: { data, error, refetch, isFetching },
  project,
  editable,
  isGone,
  onNotFound,
  onDrop,
  onDeleted,
}: PersonBodyProps) {
  const t = useTranslations('person')
  const isNobody = data ? data.project_id !== project.id : isNotFound(error)
  // A user without edit permission has typed nothing that could be lost.
  if (isNobody || (isGone && !editable))
    return <EmptyState title={t('gone.title')}>{t('gone.text')}</EmptyState>
  if (data)
    return (
      <div className="grid gap-6 p-5 sm:grid-cols-[15rem_minmax(0,1fr)]">
        {isGone ? (
          <div>
            <Initials employee={data} />
          </div>
        ) : (
          <PortraitPanel employee={data} />
        )}
        <div className="grid content-start gap-6">
          {editable ? (
            <PersonForm employee={data} isGone={isGone} onNotFound={onNotFound} onDrop={onDrop} />
          ) : (
            <PersonRecord employee={data} />
          )}
          {!isGone && (
            <>
              <StatusExplained project={project} employee={data} />
              <Timeline employee={data} />
            </>
          )}
          <WhereIsPhoto
            employeeId={data.id}
            isOffered={!isGone && PHOTO_VARIANTS.some(variant => toVersion(data, variant))}
          />
          <DeliveredPhoto employeeId={data.id} />
          <RecordOfPerson employeeId={data.id} />
          <ActivityLink employeeId={data.id} />
          {editable && !isGone && <DeletePerson employee={data} onDeleted={onDeleted} />}
        </div>
      </div>
    )
  if (error)
    return <FailedState failure={toFailure(error)} onRetry={() => void refetch()} retrying={isFetching} />
  return (
    <div aria-busy="true" className="grid gap-6 p-5 sm:grid-cols-[15rem_minmax(0,1fr)]">
      <Skeleton shape="box" className="aspect-[4/5]" />
      <Skeleton shape="box" className="h-60" />
    </div>
  )
}

/** Link to all activity about this employee, for users who may see the activity log. */
function ActivityLink({ employeeId }: { employeeId: number }) {
  const t = useTranslations('person')
  const user = useUser()
  if (!user || !canSeeActivity(user)) return null
  return (
    <Link
      href={paths.activity(toActivitySearch({ employee: employeeId }))}
      className="justify-self-start rounded-sm text-accent-text text-sm underline-offset-2 hover:underline"
    >
      {t('activity')}
    </Link>
  )
}

/** The five fields, for a user who may read but not edit. */
function PersonRecord({ employee }: { employee: Employee }) {
  const t = useTranslations('employees')
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      {PERSON_FIELDS.map(field => (
        <div key={field} className="min-w-0">
          <dt className="text-muted text-sm">{t(`columns.${field}`)}</dt>
          <dd className="break-words">
            <UserText>
              {field === 'locale'
                ? languageLabel(employee.locale, language => t(`locales.${language}`))
                : employee[field]}
            </UserText>
          </dd>
        </div>
      ))}
    </dl>
  )
}
