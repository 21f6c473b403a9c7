import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type ScrollRegionProps = { label: string; className?: string; children: ReactNode }

/** Content wider than its container. It is focusable, so that the arrow keys can scroll it, too. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  const focusable = { tabIndex: 0 }
  return (
    <section aria-label={label} className={cx('overflow-x-auto', className)} {...focusable}>
      {children}
    </section>
  )
}
