import { cx } from './cx.ts'

const shapes = { line: 'rounded-sm', round: 'rounded-full', box: 'rounded-md' } as const

type SkeletonProps = { shape?: keyof typeof shapes; className?: string }

/** A place holder of the size of what comes. */
export function Skeleton({ shape = 'line', className }: SkeletonProps) {
  return <span className={cx('block animate-pulse bg-sunken', shapes[shape], className)} />
}

/** For what is on its way into a window: lines of a text. */
export function SkeletonLines({ className }: { className: string }) {
  return (
    <div className={cx('grid content-start gap-3 p-5', className)}>
      {['w-1/3', 'w-full', 'w-5/6', 'w-2/3'].map(width => (
        <Skeleton key={width} className={cx('h-4', width)} />
      ))}
    </div>
  )
}
