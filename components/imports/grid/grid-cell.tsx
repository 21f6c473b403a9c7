'use client'

import type { ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'
import type { GridColumn } from './grid-columns.ts'
import { toCellId } from './grid-position.ts'

type GridCellProps = {
  row: number
  column: GridColumn
  index: number
  /** The one cell of the grid that Tab reaches. */
  active: boolean
  readOnly: boolean
  invalid?: boolean
  describedBy?: string | undefined
  className?: string | undefined
  onPress?: () => void
  children: ReactNode
}

export function GridCell(props: GridCellProps) {
  const { row, column, index, active, readOnly, invalid, describedBy, className, onPress, children } = props
  const Tag = column === 'row' ? 'th' : 'td'
  return (
    <Tag
      id={toCellId(row, column)}
      {...(Tag === 'th' ? { scope: 'row' } : { role: 'gridcell' })}
      aria-colindex={index + 1}
      aria-readonly={readOnly}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      tabIndex={active ? 0 : -1}
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
