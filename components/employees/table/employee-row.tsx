'use client'

import { memo, type ReactNode } from 'react'
import { EmployeeStatus } from '#components/employees/person/employee-status.tsx'
import { Moment } from '#components/page/moment.tsx'
import { cx } from '#components/ui/cx.ts'
import { CheckMark } from '#components/ui/field/checkbox.tsx'
import { TableCell, TableRow } from '#components/ui/table.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { IS_RIGHT_TO_LEFT } from '#lib/text/invisible.ts'
import type { Cell } from '../edit/cells.ts'
import { EditableCell, noteIdOf } from '../edit/editable-cell.tsx'
import type { EditableField } from '../edit/employee-values.ts'
import type { Unsaved } from '../edit/kept-schemas.ts'
import { hintIdOf, statusHintIdOf } from './cell-hints.tsx'
import type { Column } from './columns.ts'
import { Marked } from './marked.tsx'
import { PortraitLink } from './portrait-link.tsx'
import type { RowWords } from './row-words.ts'

type EmployeeRowProps = {
  employee: Employee
  columns: readonly Column[]
  /** Row number from 1 among all matching employees, not only on this page; the heads are row 1. */
  index: number
  editable: boolean
  /** Search words whose matches are highlighted. */
  query: string
  words: RowWords
  selected: boolean
  open: Cell | undefined
  unsaved: readonly Unsaved[] | undefined
  saved: EditableField | undefined
}

/**
 * One employee; on a phone a card: the portrait on the left, the name, and below it number, e-mail, language and
 * status. A page renders fifty of these rows, so cells are elements and not components, and labels are created once
 * for all rows.
 */
export const EmployeeRow = memo(function EmployeeRow(props: EmployeeRowProps) {
  const { employee, columns, index, editable, query, words, selected, open, unsaved, saved } = props
  const toMoment = (at: string | null) => (at ? <Moment at={at} narrow /> : words.never)

  function show({ name }: Column) {
    switch (name) {
      case 'status':
        return <EmployeeStatus employee={employee} word={words.status(employee)} />
      case 'edited_at':
        return toMoment(employee.photo.edited_at)
      case 'invited_at':
      case 'uploaded_at':
        return toMoment(employee[name])
      case 'locale':
        return <UserText>{words.language(employee)}</UserText>
      case 'last_name':
      case 'first_name':
        return (
          <a
            tabIndex={-1}
            href={toAddress(paths.person(employee.project_id, employee.id))}
            className="name-link"
          >
            {markHits(employee[name], query)}
          </a>
        )
      default:
        return markHits(employee[name], query)
    }
  }

  return (
    <TableRow selected={selected} aria-rowindex={index + 1} data-person={employee.id} className="person-row">
      <TableCell className="card-box">
        <CheckMark
          data-cell-control
          data-select={employee.id}
          tabIndex={-1}
          aria-label={words.select(employee)}
          checked={selected}
          onChange={leaveToGrid}
        />
      </TableCell>
      <td tabIndex={-1} className="cell grid-cell card-face">
        <PortraitLink employee={employee} label={words.open(employee)} />
      </td>
      {columns.map(column => {
        const { name, card, field } = column
        const value = show(column)
        const cellOpen = field && open?.field === field ? open : undefined
        const cellUnsaved = unsaved?.find(other => other.field === field)
        return (
          // The keys of the grid reach the cell; Tab reaches only the grid (ARIA grid pattern).
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid is a gridcell.
          <td
            key={name}
            tabIndex={-1}
            role={name === 'last_name' ? 'rowheader' : undefined}
            aria-selected={selected || undefined}
            data-numeric={name === 'mitarbeiternummer' || undefined}
            data-rtl={(field && IS_RIGHT_TO_LEFT.test(employee[field] ?? '')) || undefined}
            className={cx('cell grid-cell', card, cellUnsaved?.reason && 'bg-danger-soft')}
            data-open={cellOpen || cellUnsaved ? true : undefined}
            {...(editable && field
              ? {
                  'data-field': field,
                  'aria-invalid': cellUnsaved?.reason ? true : undefined,
                  'aria-describedby': cellUnsaved ? noteIdOf(employee.id, field) : hintIdOf(employee, field),
                }
              : {
                  'aria-readonly': editable || undefined,
                  'aria-describedby': name === 'status' ? statusHintIdOf(employee) : undefined,
                })}
          >
            {name === 'locale' && <span className="text-muted sm:hidden">{words.languageHead}</span>}
            {editable && field && (cellOpen || cellUnsaved || saved === field) ? (
              <EditableCell
                employee={employee}
                field={field}
                open={cellOpen}
                unsaved={cellUnsaved}
                saved={saved === field}
              >
                {value}
              </EditableCell>
            ) : (
              value
            )}
          </td>
        )
      })}
    </TableRow>
  )
})

/** Does nothing: the grid handles the checkboxes of all rows. */
function leaveToGrid() {}

/** Returns the text with the search words highlighted. */
function markHits(text: string, query: string): ReactNode {
  return query === '' ? <UserText>{text}</UserText> : <Marked query={query}>{text}</Marked>
}
