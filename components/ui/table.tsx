/**
 * Parts of a table. Below the `sm` width each row becomes a card: the row is a grid, and cells name their place in
 * it.
 */
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

export type Density = 'comfortable' | 'compact'

type TableProps = ComponentProps<'table'> & {
  density?: Density
  /** The rows are about to be replaced. */
  stale?: boolean
}

export function Table({ density = 'comfortable', stale = false, className, ...rest }: TableProps) {
  return (
    <table
      data-density={density}
      aria-busy={stale || undefined}
      className={cx(
        'w-full table-fixed border-separate border-spacing-0 max-sm:block',
        stale && 'rows-stale',
        className,
      )}
      {...rest}
    />
  )
}

export function TableHead(props: ComponentProps<'thead'>) {
  return <thead className="max-sm:sr-only" {...props} />
}

export function TableBody({ className, ...rest }: ComponentProps<'tbody'>) {
  return <tbody className={cx('max-sm:block', className)} {...rest} />
}

type TableRowProps = ComponentProps<'tr'> & { selected?: boolean }

export function TableRow({ selected, className, ...rest }: TableRowProps) {
  return <tr aria-selected={selected} className={cx('row', className)} {...rest} />
}

type TableCellProps = ComponentProps<'td'> & {
  /** Aligns digits with those of other rows. */
  numeric?: boolean
}

export function TableCell({ numeric, className, ...rest }: TableCellProps) {
  return <td data-numeric={numeric || undefined} className={cx('cell', className)} {...rest} />
}

type TableHeaderProps = ComponentProps<'th'> & {
  /** Stays below the top bar while the rows scroll; for tables that do not scroll sideways. */
  sticky?: boolean
  /** In a grid the arrow keys reach the head, not Tab. */
  grid?: boolean
  /** Makes the head a button. `undefined` inside: sortable, but not the current sort column. */
  sort?: { direction: 'ascending' | 'descending' | undefined; onSort: () => void }
}

export function TableHeader({
  sticky = false,
  grid = false,
  sort,
  className,
  children,
  ...rest
}: TableHeaderProps) {
  return (
    <th
      scope="col"
      aria-sort={sort?.direction}
      tabIndex={grid && !sort ? -1 : undefined}
      className={cx('head', sticky && 'head-sticky', className)}
      {...rest}
    >
      {sort ? (
        <button
          type="button"
          onClick={sort.onSort}
          data-sorted={sort.direction}
          {...(grid && { tabIndex: -1, 'data-cell-control': true })}
          className="head-sort"
        >
          <span>{children}</span>
        </button>
      ) : (
        children
      )}
    </th>
  )
}
