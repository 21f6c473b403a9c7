import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Tone = 'neutral' | 'accent' | 'positive' | 'warning' | 'danger' | 'info'

const tones: Record<Tone, string> = {
  neutral: 'text-muted',
  accent: 'text-accent-text',
  positive: 'text-positive',
  warning: 'text-warning',
  danger: 'text-danger',
  info: 'text-info',
}

/** A word with a mark. The mark carries the tone; the word stays readable without it. */
export function Badge({
  tone = 'neutral',
  mark,
  children,
}: {
  tone?: Tone
  mark: ReactNode
  children: ReactNode
}) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap align-middle">
      <span className={cx('inline-flex', tones[tone])}>{mark}</span>
      {children}
    </span>
  )
}
