'use client'

import { useFormatter } from 'use-intl/react'
import { cx } from './cx.ts'
import type { BarPart } from './stacked-bar.tsx'
import { toneFill } from './tone.ts'

/** The numbers of a `StackedBar` in words, each with the colour of its part. */
export function BarLegend({ parts }: { parts: readonly BarPart[] }) {
  const format = useFormatter()
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm tabular-nums">
      {parts.map(part => (
        <li key={part.key} className="flex items-center gap-1.5 text-muted">
          <svg aria-hidden="true" viewBox="0 0 8 8" className={cx('size-2', toneFill[part.tone])}>
            <circle cx="4" cy="4" r="4" fill="currentColor" />
          </svg>
          <span className="font-medium text-text">{format.number(part.value)}</span>
          {part.label}
        </li>
      ))}
    </ul>
  )
}
