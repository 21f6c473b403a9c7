'use client'

import { type ChangeEvent, Fragment, useEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { useSelection } from '#components/employee-data/selection-store.ts'
import { repeatEarly } from '#components/ui/browser/early.ts'
import { Table, TableBody } from '#components/ui/table.tsx'
import type { PeoplePage } from '#lib/employees/people-contract.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import type { TableView } from '#lib/preferences/table-view.ts'
import { useOpenCell, useSavedCell } from '../edit/cells.ts'
import { InvitationNotice, useInvitations } from '../edit/invitations.tsx'
import type { PeopleFiltersState } from '../find/use-people-filters.ts'
import { useOpenEmployeeId } from '../person/open-person.ts'
import { CellHints, GRID_HELP_ID } from './cell-hints.tsx'
import { listColumns } from './columns.ts'
import { EmployeeHead } from './employee-head.tsx'
import { EmployeeRow } from './employee-row.tsx'
import { useUnsavedRows } from './notices-elsewhere.tsx'
import { useRowWords } from './row-words.ts'
import { useDrawnRows } from './use-drawn-rows.ts'
import { useGrid } from './use-grid.ts'

type EmployeeTableProps = {
  project: Project
  page: PeoplePage
  /** The search that found these employees. */
  words: string
  state: PeopleFiltersState
  view: TableView
  editable: boolean
  /** True while the rows still answer the previous filters and the new answer is loading. */
  stale: boolean
}

/**
 * The table of employees, as a grid: arrow keys move from cell to cell, Enter edits. See
 * docs/decisions/028-employee-table.md.
 */
export function EmployeeTable({ project, page, words, state, view, editable, stale }: EmployeeTableProps) {
  const t = useTranslations('employees')
  const rowWords = useRowWords()
  const { drawn, drawRest } = useDrawnRows(page.data, words, useOpenEmployeeId(project.id))
  const grid = useGrid(project.id, page.data, drawRest)
  const open = useOpenCell()
  const saved = useSavedCell()
  const unsaved = Map.groupBy(useUnsavedRows(project.id), ({ employee_id }) => employee_id)
  const invitations = useInvitations(project.id)
  const selection = useSelection(project.id)
  const columns = listColumns(view)
  const { data, meta } = page
  const ids = data.map(({ id }) => id)
  const selectedHere = ids.filter(id => selection.ids.has(id)).length

  function select({ target, nativeEvent }: ChangeEvent<HTMLTableElement>) {
    const id = Number(target instanceof HTMLInputElement && target.dataset.select)
    if (!id) return
    const range = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey && selection.anchor !== null
    if (range && selection.anchor !== null) selection.toggleRange(selection.anchor, id, ids)
    else selection.toggle(id)
  }

  useEffect(() => {
    for (const box of document.querySelectorAll<HTMLInputElement>('[data-select]')) repeatEarly(box)
  }, [])

  return (
    <div className="relative max-table:overflow-x-auto">
      <Table
        role="grid"
        aria-multiselectable
        aria-rowcount={meta.total + 1}
        aria-readonly={!editable}
        aria-describedby={GRID_HELP_ID}
        density={view.density}
        stale={stale}
        className="rounded-lg sm:min-w-[68rem]"
        onChange={select}
        {...grid}
      >
        <caption className="sr-only">{t('caption', { project: project.name })}</caption>
        <EmployeeHead
          columns={columns}
          state={state}
          ordered={meta.complete}
          selected={selectedHere === ids.length || (selectedHere > 0 && 'some')}
          onSelectPage={selected => selection.selectPage(ids, selected)}
        />
        <TableBody>
          {data.map((employee, index) => {
            const { id } = employee
            const query = drawn.get(id)
            if (query === undefined) return <tr key={id} className="row-to-come" />
            const invitation = invitations.find(({ employee_id }) => employee_id === id)
            return (
              <Fragment key={id}>
                <EmployeeRow
                  employee={employee}
                  columns={columns}
                  index={(meta.page - 1) * meta.per_page + index + 1}
                  editable={editable}
                  query={query}
                  words={rowWords}
                  selected={selection.ids.has(id)}
                  open={open?.employeeId === id ? open : undefined}
                  unsaved={unsaved.get(id)}
                  saved={saved?.employeeId === id ? saved.field : undefined}
                />
                {invitation && (
                  <tr className="max-sm:block">
                    <td colSpan={columns.length + 2} className="border-line border-b p-2 max-sm:block">
                      <InvitationNotice invitation={invitation} />
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </TableBody>
      </Table>
      <CellHints project={project} editable={editable} />
    </div>
  )
}
