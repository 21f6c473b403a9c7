import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** A key to press. Visible but hidden from screen readers: its action has a name of its own. */
export function Kbd({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span aria-hidden="true" className={cx('inline-grid', className)}>
      <kbd className="grid h-5 min-w-5 place-items-center rounded-sm border border-line bg-surface px-1 font-sans text-muted text-xs leading-none">
        {children}
      </kbd>
    </span>
  )
}
