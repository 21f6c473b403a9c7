import { cx } from './cx.ts'

/** A place holder of the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={cx('block animate-pulse rounded-sm bg-sunken', className)} />
}
