import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { SortDownIcon, SortUpIcon } from './icons.ts'

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
        'h-9 whitespace-nowrap border-line border-b px-2 text-start font-medium text-muted text-sm first:ps-4 last:pe-4',
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
            '-mx-1.5 relative inline-flex h-7 max-w-[calc(100%+0.75rem)] items-center gap-1 rounded-sm px-1.5 hover:bg-sunken hover:text-text',
            sort.direction && 'text-text',
          )}
        >
          <span className="truncate">{children}</span>
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
