import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { type Tone, toneSoft } from './tone.ts'

type BadgeProps = { tone?: Tone; className?: string; children: ReactNode }

/** Short fact on a soft background: a number, "new", a role. For a status, use `StatusMark`. */
export function Badge({ tone = 'neutral', className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex h-5 min-w-5 items-center justify-center gap-1 whitespace-nowrap rounded-full px-1.5 font-medium text-xs tabular-nums leading-none [&>svg]:size-3',
        toneSoft[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
