'use client'

import { type ComponentProps, lazy, memo, Suspense } from 'react'
import { useTranslations } from 'use-intl/react'
import { EmployeeStatus } from '#components/employees/person/employee-status.tsx'
import { Moment } from '#components/page/moment.tsx'
import { whenOnline } from '#components/ui/browser/when-online.ts'
import { cx } from '#components/ui/cx.ts'
import { CheckMark } from '#components/ui/field/checkbox.tsx'
import { ForeignText } from '#components/ui/foreign-text.tsx'
import { TableCell, TableRow } from '#components/ui/table.tsx'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import { sayLanguage } from '#lib/i18n/service-words.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { OpenCell } from '../edit/cells.ts'
import { EditableCell, noteIdOf } from '../edit/editable-cell.tsx'
import { type EditableField, toPersonName } from '../edit/employee-values.ts'
import type { Unsaved } from '../edit/kept-schemas.ts'
import { hintIdOf, statusHintIdOf } from './cell-hints.tsx'
import type { Column } from './columns.ts'
import { PortraitLink } from './portrait-link.tsx'

const Marked = lazy(whenOnline(() => import('./marked.tsx')))

type EmployeeRowProps = {
  employee: Employee
  columns: readonly Column[]
  /** Counted from 1 among everybody who matches, not only on this page; the heads are row 1. */
  index: number
  editable: boolean
  /** The words whose hits are marked. */
  query: string
  selected: boolean
  open: OpenCell | undefined
  unsaved: readonly Unsaved[] | undefined
  saved: EditableField | undefined
}

/** One person; as a card on a phone: the portrait left, the name, and below it number, e-mail, language and status. */
export const EmployeeRow = memo(function EmployeeRow(props: EmployeeRowProps) {
  const { employee, columns, index, editable, query, selected, open, unsaved, saved } = props
  const t = useTranslations('employees')
  const toMoment = (at: string | null) => (at ? <Moment at={at} /> : t('never'))

  function show({ name }: Column) {
    switch (name) {
      case 'status':
        return <EmployeeStatus employee={employee} />
      case 'edited_at':
        return toMoment(employee.photo.edited_at)
      case 'invited_at':
      case 'uploaded_at':
        return toMoment(employee[name])
      case 'locale':
        return <ForeignText>{sayLanguage(employee.locale, language => t(`locales.${language}`))}</ForeignText>
      case 'last_name':
      case 'first_name':
        return (
          <a
            tabIndex={-1}
            href={toAddress(paths.person(employee.project_id, employee.id))}
            className="name-link"
          >
            <LateMarked text={employee[name]} query={query} />
          </a>
        )
      default:
        return <LateMarked text={employee[name]} query={query} />
    }
  }

  return (
    <TableRow selected={selected} aria-rowindex={index + 1} data-person={employee.id} className="person-row">
      <TableCell className="card-box">
        <CheckMark
          data-cell-control
          data-select={employee.id}
          tabIndex={-1}
          aria-label={t('select', { person: toPersonName(employee) })}
          checked={selected}
          onChange={leaveToGrid}
        />
      </TableCell>
      <GridCell className="card-face">
        <PortraitLink employee={employee} />
      </GridCell>
      {columns.map(column => {
        const { name, card, field } = column
        const value = show(column)
        const cellOpen = field && open?.field === field ? open : undefined
        const cellUnsaved = unsaved?.find(other => other.field === field)
        return (
          <GridCell
            key={name}
            role={name === 'last_name' ? 'rowheader' : undefined}
            aria-selected={selected || undefined}
            numeric={name === 'mitarbeiternummer'}
            className={cx(card, cellUnsaved?.reason && 'bg-danger-soft')}
            data-open={cellOpen || cellUnsaved ? true : undefined}
            {...(editable && field
              ? {
                  'data-field': field,
                  'aria-invalid': cellUnsaved?.reason ? true : undefined,
                  'aria-describedby': cellUnsaved ? noteIdOf(employee.id, field) : hintIdOf(field),
                }
              : {
                  'aria-readonly': editable || undefined,
                  'aria-describedby': name === 'status' ? statusHintIdOf(employee) : undefined,
                })}
          >
            {name === 'locale' && <span className="text-muted sm:hidden">{t('columns.locale')}</span>}
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
          </GridCell>
        )
      })}
    </TableRow>
  )
})

/** The grid handles the checkboxes of all rows at once. */
function leaveToGrid() {}

/** One cell of the grid: the keys reach it, Tab reaches only the grid (ARIA grid pattern). */
function GridCell({ className, ...rest }: ComponentProps<typeof TableCell>) {
  return <TableCell tabIndex={-1} className={cx('grid-cell', className)} {...rest} />
}

/** The code that finds the hits comes with the first search; until then the text is there without marks. */
function LateMarked({ text, query }: { text: string; query: string }) {
  const plain = <ForeignText>{text}</ForeignText>
  if (query === '') return plain
  return (
    <Suspense fallback={plain}>
      <Marked text={text} query={query} />
    </Suspense>
  )
}
