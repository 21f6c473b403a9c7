'use client'

import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { type Selection, useSelection } from '#components/employee-data/selection-store.ts'
import { FailedState, useHeaderToldToo } from '#components/page/failed-state.tsx'
import { OldList } from '#components/page/old-list.tsx'
import { isGone } from '#components/page/to-shown.ts'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { announce, announceWhenCalm } from '#components/ui/announce.tsx'
import { loadWithRetry } from '#components/ui/browser/load-with-retry.ts'
import { useBusy } from '#components/ui/browser/use-busy.ts'
import { Icon } from '#components/ui/icon.ts'
import { RefreshIcon } from '#components/ui/icons.ts'
import { Panel } from '#components/ui/panel.tsx'
import { IconButton } from '#components/ui/popup/icon-button.tsx'
import { useOnceOpen } from '#components/ui/popup/use-once-open.ts'
import { toast } from '#components/ui/toast/toast.ts'
import { type PeopleFilters, toPeopleSearch } from '#lib/employees/people-filters.ts'
import { toFailure } from '#lib/errors.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import type { TableView } from '#lib/preferences/table-view.ts'
import { FindBar } from './find/find-bar.tsx'
import type { PeopleFiltersState } from './find/use-people-filters.ts'
import type { SelectionActionsProps } from './selection/selection-actions.tsx'
import { EmployeeRowsSkeleton } from './table/employee-rows-skeleton.tsx'
import { EmployeeTable } from './table/employee-table.tsx'
import { NobodyState } from './table/nobody-state.tsx'
import { NoticesElsewhere } from './table/notices-elsewhere.tsx'
import { PeopleOnPaper, PeoplePagination } from './table/people-pagination.tsx'
import { SayPeople } from './table/say-people.tsx'
import { UninvitedNotice } from './table/uninvited-notice.tsx'
import { UnreadableNotice } from './table/unreadable-notice.tsx'
import { usePeople, useRefreshPeople } from './table/use-people.ts'
import { CardOrder, useTableView, ViewMenu } from './table/view-menu.tsx'

const SelectionActions = lazy(loadWithRetry(() => import('./selection/selection-actions.tsx')))

type PeopleListProps = {
  project: Project
  state: PeopleFiltersState
  /** Permissions of this user. */
  can: { edit: boolean; export: boolean }
  /** The table view that this browser used last. */
  remembered: TableView
}

/** The employees in each state of the list: rows, empty, failed, or loading. */
export function PeopleList({ project, state, can, remembered }: PeopleListProps) {
  const t = useTranslations('employees')
  const listId = useId()
  const { view, changeView } = useTableView(remembered)
  const people = usePeople(project.id, state.filters)
  const { data, words, answer, isPlaceholderData, isFetching, refetch } = people
  // Rows stay on the screen when a later read fails, unless the answer says that they may no longer be shown.
  const error = data && !isGone(people.error) ? null : people.error
  useHeaderToldToo(people.error)
  const asOf = data?.meta.as_of ?? (people.error && new Date(people.dataUpdatedAt).toISOString())
  const [first] = useState(state.filters)
  const isAskedAnew = useOnceOpen(toPeopleSearch(state.filters) !== toPeopleSearch(first))

  // An empty project has nothing to search: tiles full of zeros must not precede its next step.
  const isEmpty = !error && data?.meta.complete && data.meta.roster_total === 0

  return (
    <div id={listId} className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3">
      {!isEmpty && (
        <FindBar
          project={project}
          state={state}
          meta={error ? undefined : data?.meta}
          busy={isPlaceholderData && isFetching}
        >
          <RefreshButton projectId={project.id} filters={state.filters} />
          <ViewMenu
            view={view}
            onChange={changeView}
            state={state}
            ordered={data?.meta.complete === true}
            listed={can.export && data?.meta.complete ? data.meta.total : 0}
          />
        </FindBar>
      )}
      {data && data.meta.unreadable > 0 && <UnreadableNotice meta={data.meta} />}
      <OldList asOf={error ? undefined : asOf} onRetry={() => void refetch()} />
      {data?.meta.similar && <p className="text-sm">{t('similar', { query: words })}</p>}
      {state.filters.tile === 'uninvited' && data && data.meta.total > 0 && (
        <UninvitedNotice project={project} complete={data.meta.complete} />
      )}
      {isAskedAnew && <SayPeople first={first} filters={state.filters} answer={error ? undefined : answer} />}
      <NoticesElsewhere projectId={project.id} page={data} />
      {!error && data?.data.length !== 0 && (
        <CardOrder filters={state.filters} ordered={data?.meta.complete === true} />
      )}
      {!error && data && data.data.length > 0 && <PeopleOnPaper meta={data.meta} />}
      <Panel>
        {error ? (
          <FailedState failure={toFailure(error)} onRetry={() => void refetch()} retrying={isFetching} />
        ) : !data ? (
          <EmployeeRowsSkeleton />
        ) : data.data.length === 0 ? (
          <NobodyState meta={data.meta} state={state} importInto={can.edit ? project.id : null} />
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

type RefreshButtonProps = { projectId: number; filters: PeopleFilters }

/** Reloads the list, for a user who knows that a record has just changed at the service. */
function RefreshButton({ projectId, filters }: RefreshButtonProps) {
  const t = useTranslations('employees')
  const sentence = useErrorSentence()
  const read = useRefreshPeople(projectId, filters)
  const { busy, start } = useBusy(async () => {
    try {
      const { meta } = await read()
      announce(t('said.refreshed', { count: meta.total }))
    } catch (error) {
      toast({ title: t('refreshFailed'), text: sentence(error), tone: 'danger', urgent: true })
    }
  })
  return (
    <IconButton label={t('refresh')} busy={busy} onClick={start}>
      <Icon of={RefreshIcon} />
    </IconButton>
  )
}

/** Place of the selection bar. Its code loads with the first selected row. */
function SelectionSlot(props: Omit<SelectionActionsProps, 'selection'>) {
  const selection = useSelection(props.project.id)
  useSaySelection(selection)
  return (
    useOnceOpen(selection.ids.size > 0) && (
      <Suspense>
        <SelectionActions selection={selection} {...props} />
      </Suspense>
    )
  )
}

/**
 * Announces the number of selected employees, including zero. Stays silent when the change results from an action
 * that is announced anyway.
 */
function useSaySelection({ ids, isTold }: Selection): void {
  const t = useTranslations('selection')
  const { size } = ids
  const before = useRef(size)
  useEffect(() => {
    if (before.current === size) return
    before.current = size
    announceWhenCalm('selection', isTold ? '' : t('said', { count: size }))
  }, [size, isTold, t])
}
