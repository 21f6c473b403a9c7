import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type EmptyStateProps = {
  title: string
  children?: ReactNode
  action?: ReactNode
  /** A whole page has its own heading; inside a page it is an `h2`. */
  level?: 'h1' | 'h2'
  mark?: ReactNode
  className?: string
}

/** Explains why there is nothing to see, and what the user can do about it. */
export function EmptyState({
  title,
  children,
  action,
  level: Heading = 'h2',
  mark,
  className,
}: EmptyStateProps) {
  return (
    <div className={cx('grid justify-items-center gap-1.5 px-6 py-16 text-center', className)}>
      {mark && (
        <span className="mb-2 grid size-11 place-items-center rounded-full bg-sunken text-muted inset-ring inset-ring-line [&>svg]:size-5">
          {mark}
        </span>
      )}
      <Heading className="text-lg">{title}</Heading>
      {children && <div className="max-w-md text-balance text-muted">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
