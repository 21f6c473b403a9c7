/** Table parts. Below the `sm` width each row becomes a card: the row is a grid, and cells name their place in it. */
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

export function Table({ className, ...rest }: ComponentProps<'table'>) {
  return (
    <table
      className={cx('w-full table-fixed border-separate border-spacing-0 max-sm:block', className)}
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

export function TableHeader({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      className={cx(
        'h-9 border-line border-b px-2 text-start font-medium text-muted text-sm first:ps-4 last:pe-4',
        className,
      )}
      {...rest}
    />
  )
}

export function TableRow({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr className={cx('group/row transition-colors hover:bg-hover', className)} {...rest} />
}

export function TableCell({ className, ...rest }: ComponentProps<'td'>) {
  return (
    <td
      className={cx(
        'border-line align-middle max-sm:p-0 sm:h-12 sm:border-b sm:px-2 sm:group-last/row:border-b-0 sm:first:ps-4 sm:last:pe-4',
        className,
      )}
      {...rest}
    />
  )
}
