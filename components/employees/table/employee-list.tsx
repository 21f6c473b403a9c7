'use client'

import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl/react'
import { FailedState } from '#components/shell/failed-state.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { toFailure } from '#lib/errors.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { useInvitations } from '../edit/invitations.ts'
import { LateInvitationNotice } from '../edit/late-invitation-notice.tsx'
import { EmployeeFilterBar } from '../find/employee-filter-bar.tsx'
import { useEmployeeFilters } from '../find/use-employee-filters.ts'
import { EmployeePagination } from './employee-pagination.tsx'
import { EmployeeRowsSkeleton } from './employee-rows-skeleton.tsx'
import { EmployeeTable } from './employee-table.tsx'
import { LIST_ID } from './list-id.ts'
import { useEmployees } from './use-employees.ts'

const NobodyState = lazy(() => import('./nobody-state.tsx'))

type EmployeeListProps = { project: Project; editable: boolean }

/** The list in its states: rows, nobody, failed, or on the way. */
export function EmployeeList({ project, editable }: EmployeeListProps) {
  const t = useTranslations('employees')
  const state = useEmployeeFilters()
  const invitations = useInvitations(project.id)
  const { data, error, isPlaceholderData, isFetching, refetch } = useEmployees(project.id, state.filters)
  const elsewhere = invitations.filter(({ employee_id }) => !data?.data.some(({ id }) => id === employee_id))

  return (
    <div id={LIST_ID} className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-3">
      <EmployeeFilterBar projectId={project.id} {...state} />
      {elsewhere.map(invitation => (
        <LateInvitationNotice key={invitation.employee_id} invitation={invitation} />
      ))}
      <Panel>
        {error ? (
          <FailedState failure={toFailure(error)} onRetry={() => void refetch()} retrying={isFetching} />
        ) : !data ? (
          <EmployeeRowsSkeleton />
        ) : data.data.length === 0 ? (
          <Suspense fallback={<EmployeeRowsSkeleton />}>
            <NobodyState meta={data.meta} state={state} />
          </Suspense>
        ) : (
          <EmployeeTable
            caption={t('caption', { project: project.name })}
            employees={data.data}
            editable={editable}
            invitations={invitations}
            stale={isPlaceholderData}
          />
        )}
      </Panel>
      {!error && data && data.data.length > 0 && <EmployeePagination meta={data.meta} state={state} />}
    </div>
  )
}
