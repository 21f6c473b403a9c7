import { cx } from './cx.ts'

const shapes = { line: 'rounded-sm', round: 'rounded-full', box: 'rounded-md' } as const

type SkeletonProps = { shape?: keyof typeof shapes; className?: string }

/** A placeholder in the size of the coming content. */
export function Skeleton({ shape = 'line', className }: SkeletonProps) {
  return <span className={cx('block animate-pulse bg-sunken', shapes[shape], className)} />
}
