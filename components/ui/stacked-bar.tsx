'use client'

import { useFormatter } from 'use-intl/react'
import { cx } from './cx.ts'
import { type Tone, toneFill } from './tone.ts'

type BarPart = { key: string; label: string; value: number; tone: Tone }

type StackedBarProps = {
  /** Subject of the bar; screen readers read it before the numbers. */
  label: string
  parts: readonly BarPart[]
  className?: string
}

/**
 * Shows how a whole is divided. The widths are SVG attributes, because the pages' content security policy allows no
 * inline styles. The exact numbers are shown on hover and read by screen readers.
 */
export function StackedBar({ label, parts, className }: StackedBarProps) {
  const format = useFormatter()
  const filled = toSegments(parts)
  const wordsOf = (part: BarPart) => `${part.label}: ${format.number(part.value)}`
  const words = filled.map(wordsOf).join(' · ')
  return (
    <svg
      role="img"
      aria-label={words ? `${label}. ${words}` : label}
      className={cx('block h-2 w-full overflow-hidden rounded-full bg-sunken rtl:-scale-x-100', className)}
    >
      {filled.map(part => (
        <rect
          key={part.key}
          x={`${part.start}%`}
          width={`${part.width}%`}
          height="100%"
          fill="currentColor"
          className={cx(toneFill[part.tone], 'stroke-[1.5] stroke-panel')}
        >
          <title>{wordsOf(part)}</title>
        </rect>
      ))}
    </svg>
  )
}

function toSegments(parts: readonly BarPart[]): (BarPart & { start: number; width: number })[] {
  const whole = parts.reduce((sum, part) => sum + part.value, 0)
  let start = 0
  return parts
    .filter(part => part.value > 0)
    .map(part => {
      const segment = { ...part, start, width: (part.value / whole) * 100 }
      start += segment.width
      return segment
    })
}

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
