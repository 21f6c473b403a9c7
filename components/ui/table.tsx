/** Table parts. Below the `sm` width each row becomes a card: the row is a grid, and cells name their place in it. */
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { SortDownIcon, SortUpIcon } from './icons.ts'

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
        'w-full table-fixed border-separate border-spacing-0 transition-opacity max-sm:block',
        stale && 'opacity-50 delay-300',
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
  /** Digits that stand below those of other rows. */
  numeric?: boolean
}

export function TableCell({ numeric, className, ...rest }: TableCellProps) {
  return <td data-numeric={numeric || undefined} className={cx('cell', className)} {...rest} />
}

type TableHeaderProps = ComponentProps<'th'> & {
  /** Stays below the top bar while the rows scroll; for tables that do not scroll sideways. */
  sticky?: boolean
  /** In a grid the arrow keys reach it, not Tab. */
  grid?: boolean
  /** Makes it a button. `undefined` inside: sortable, but not what the rows are sorted by. */
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
      className={cx(
        'h-9 border-line border-b px-2 text-start font-medium text-muted text-sm first:ps-4 last:pe-4',
        sticky && 'bg-panel first:rounded-ss-lg last:rounded-se-lg table:sticky table:top-top-bar table:z-10',
        className,
      )}
      {...rest}
    >
      {sort ? (
        <button
          type="button"
          onClick={sort.onSort}
          {...(grid && { tabIndex: -1, 'data-cell-control': true })}
          className={cx(
            '-mx-1.5 relative inline-flex min-h-7 max-w-[calc(100%+0.75rem)] items-center gap-1 rounded-sm px-1.5 hover:bg-sunken hover:text-text',
            sort.direction && 'text-text',
          )}
        >
          <span className="min-w-0 wrap-anywhere hyphens-auto text-start leading-tight">{children}</span>
          {sort.direction === 'descending' ? (
            <SortDownIcon className="size-3.5" />
          ) : (
            <SortUpIcon
              className={cx(
                'size-3.5',
                !sort.direction &&
                  'absolute end-0.5 bg-sunken opacity-0 [button:focus-visible>&]:opacity-100 [@media(hover:hover)]:[button:hover>&]:opacity-100',
              )}
            />
          )}
        </button>
      ) : (
        children
      )}
    </th>
  )
}
