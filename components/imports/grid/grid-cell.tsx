'use client'

import type { ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'
import { ForeignText } from '#components/ui/foreign-text.tsx'
import type { ImportField } from '#lib/contracts/import-rows.ts'
import { toVisible } from '#lib/text/invisible.ts'
import { changeOf, type GridLine } from './grid-line.ts'
import { type GridColumn, toCellId } from './grid-position.ts'
import type { GridWords } from './use-grid-words.ts'

type GridCellProps = {
  row: number
  column: GridColumn
  index: number
  /** The one cell of the grid that Tab reaches. */
  active: boolean
  readOnly: boolean
  invalid?: boolean
  className?: string | undefined
  onPress?: () => void
  /** What it consists of takes the focus in its place. */
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

/** What a cell says and, below it, what is wrong with that or what it would replace. */
export function GridValue({ line, field, words }: GridValueProps) {
  const { source, checked } = line
  // Blanks at the edges are not sent (`cleanValues`), so they are not shown.
  const value = source.values[field].trim()
  const problems = source.excluded ? [] : checked.problems.filter(problem => problem.field === field)
  const told = words.problems(problems)
  const serious = problems.some(({ warning }) => !warning)
  const change = changeOf(line, field)
  const reinvited = field === 'email' && checked.resends_invitation === true
  return (
    <>
      <span
        title={toVisible(value)}
        className={cx(
          'truncate',
          source.excluded && 'text-muted line-through',
          serious && value && 'text-danger',
          change && 'font-medium',
        )}
      >
        {value ? (
          <ForeignText>{words.value(field, value)}</ForeignText>
        ) : (
          <span className="text-muted">{serious ? words.empty : '–'}</span>
        )}
      </span>
      {problems.length > 0 && (
        <span title={told} className={cx('line-clamp-2 text-xs', serious ? 'text-danger' : 'text-warning')}>
          {told}
        </span>
      )}
      {change && <span className="line-clamp-2 text-muted text-xs">{words.was(change.from, reinvited)}</span>}
    </>
  )
}
