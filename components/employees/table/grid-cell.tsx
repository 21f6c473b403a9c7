'use client'

import type { ComponentProps } from 'react'
import { cx } from '#components/ui/cx.ts'
import { TableCell } from '#components/ui/table.tsx'

/** One cell of the grid: the keys reach it, Tab reaches only the grid (ARIA grid pattern). */
export function GridCell({ className, ...rest }: ComponentProps<typeof TableCell>) {
  return <TableCell tabIndex={-1} className={cx('grid-cell', className)} {...rest} />
}
