import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

/** A bordered surface that groups content. */
export function Panel({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('rounded-lg border border-line bg-panel shadow-low', className)} {...rest} />
}
