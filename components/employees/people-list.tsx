'use client'

import { lazy, Suspense, useId } from 'react'
import { FailedState } from '#components/page/failed-state.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { toFailure } from '#lib/errors.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import type { TableView } from '#lib/preferences/table-view.ts'
import { FindBar } from './find/find-bar.tsx'
import type { PeopleFiltersState } from './find/use-people-filters.ts'
import { SelectionSlot } from './selection/selection-slot.tsx'
import { EmployeeRowsSkeleton } from './table/employee-rows-skeleton.tsx'
import { EmployeeTable } from './table/employee-table.tsx'
import { LateNotices } from './table/late-notices.tsx'
import { PeoplePagination } from './table/people-pagination.tsx'
import { RefreshButton } from './table/refresh-button.tsx'
import { usePeople } from './table/use-people.ts'
import { useTableView } from './table/use-table-view.ts'
import { ViewMenu } from './table/view-menu.tsx'

const UnreadableNotice = lazy(() => import('./table/unreadable-notice.tsx'))
const NobodyState = lazy(() => import('./table/nobody-state.tsx'))

type PeopleListProps = {
  project: Project
  state: PeopleFiltersState
  /** What this person may do. */
  can: { edit: boolean; export: boolean }
  /** How this browser's person had the table last. */
  remembered: TableView
}

/** The people in their states: rows, nobody, failed, or on the way. */
export function PeopleList({ project, state, can, remembered }: PeopleListProps) {
  const listId = useId()
  const { view, changeView } = useTableView(remembered)
  const people = usePeople(project.id, state.filters)
  const { data, words, error, isPlaceholderData, isFetching, refetch } = people

  return (
    <div id={listId} className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3">
      <FindBar state={state} meta={error ? undefined : data?.meta} busy={isPlaceholderData && isFetching}>
        <RefreshButton projectId={project.id} filters={state.filters} />
        <ViewMenu view={view} onChange={changeView} />
      </FindBar>
      {data && data.meta.unreadable > 0 && (
        <Suspense>
          <UnreadableNotice meta={data.meta} />
        </Suspense>
      )}
      <LateNotices projectId={project.id} page={data} />
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
            project={project}
            page={data}
            words={words}
            state={state}
            view={view}
            editable={can.edit}
            stale={isPlaceholderData}
          />
        )}
      </Panel>
      {!error && data && data.data.length > 0 && (
        <PeoplePagination meta={data.meta} state={state} listId={listId} />
      )}
      {data && (
        <SelectionSlot
          project={project}
          can={can}
          filters={state.filters}
          idsOnPage={data.data.map(({ id }) => id)}
          total={data.meta.total}
        />
      )}
    </div>
  )
}
