'use client'

import type { ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.ts'
import { AlertIcon, WarningIcon } from '#components/ui/icons.ts'
import { UserText } from '#components/ui/user-text.tsx'
import type { ImportField, RowProblem } from '#lib/contracts/import-rows.ts'
import { changeOf, type GridLine } from './grid-line.ts'
import { type GridColumn, toCellId } from './grid-position.ts'
import type { GridWords } from './use-grid-words.ts'

type GridCellProps = {
  row: number
  column: GridColumn
  index: number
  /** True for the one cell of the grid that Tab reaches. */
  active: boolean
  readOnly: boolean
  invalid?: boolean
  className?: string | undefined
  onPress?: () => void
  /** True when a control inside the cell takes the focus in its place. */
  held?: boolean
  children: ReactNode
}

export function GridCell(props: GridCellProps) {
  const { row, column, index, active, readOnly, invalid, className, onPress, held, children } = props
  const Tag = column === 'row' ? 'th' : 'td'
  return (
    <Tag
      id={toCellId(row, column)}
      {...(Tag === 'th' ? { scope: 'row' } : { role: 'gridcell' })}
      aria-colindex={index + 1}
      aria-readonly={readOnly}
      aria-invalid={invalid || undefined}
      tabIndex={held ? undefined : active ? 0 : -1}
      onPointerUp={onPress}
      className={cx(
        'flex min-w-0 flex-col justify-center px-2 font-normal',
        'focus:outline-2 focus:outline-focus focus:-outline-offset-2',
        className,
      )}
    >
      {children}
    </Tag>
  )
}

type GridValueProps = { line: GridLine; field: ImportField; words: GridWords }

/** Value of a cell with a mark for its problem, and below it the value that it would replace. */
export function GridValue({ line, field, words }: GridValueProps) {
  const { source, checked } = line
  // Surrounding whitespace is not sent (`cleanValues`), so it is not shown.
  const value = source.values[field].trim()
  const problems = source.excluded ? [] : checked.problems.filter(problem => problem.field === field)
  const serious = problems.some(isSerious)
  const change = changeOf(line, field)
  const reinvited = field === 'email' && checked.resends_invitation === true
  return (
    <>
      <Noted problems={problems} words={words}>
        <span
          data-note=""
          className={cx(
            'min-w-0 truncate',
            source.excluded && 'text-muted line-through',
            serious && value && 'text-danger',
            change && 'font-medium',
          )}
        >
          {value ? (
            <UserText>{words.value(field, value)}</UserText>
          ) : (
            <span className="text-muted">{serious ? words.empty : '–'}</span>
          )}
        </span>
      </Noted>
      {change && (
        <span data-note="" className="line-clamp-2 text-muted text-xs">
          {words.was(change.from, reinvited)}
        </span>
      )}
    </>
  )
}

type NotedProps = { problems: readonly RowProblem[]; words: GridWords; children: ReactNode }

/**
 * Adds a mark to a value with problems. Their text is read by screen readers, printed, and shown in the note of the
 * cell (`grid-note.tsx`).
 */
export function Noted({ problems, words, children }: NotedProps) {
  if (problems.length === 0) return children
  const tone = problems.some(isSerious) ? 'text-danger' : 'text-warning'
  return (
    <>
      <span className="flex min-w-0 items-center gap-1.5">
        {children}
        <Icon of={tone === 'text-danger' ? AlertIcon : WarningIcon} className={cx('size-3.5', tone)} />
      </span>
      <span data-note={tone} className={cx('sr-only text-xs print:not-sr-only', tone)}>
        {words.problems(problems)}
      </span>
    </>
  )
}

function isSerious({ warning }: RowProblem): boolean {
  return !warning
}
