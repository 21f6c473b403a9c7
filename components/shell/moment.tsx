'use client'

import { useFormatter } from 'use-intl/react'
import { useMinute } from './use-minute.ts'

const NEAR_MS = 7 * 24 * 60 * 60 * 1000

/**
 * A point in the past: relative when it is near, the day when it is not, exact on hover. What happened after the page
 * was drawn happened just now.
 */
export function Moment({ at }: { at: string }) {
  const format = useFormatter()
  const now = useMinute()
  const date = new Date(at)
  const age = Math.max(now.getTime() - date.getTime(), 0)
  return (
    <time className="whitespace-nowrap" dateTime={at} title={format.dateTime(date, 'moment')}>
      {age < NEAR_MS
        ? format.relativeTime(now.getTime() - age, { now, style: 'short' })
        : format.dateTime(date, 'day')}
    </time>
  )
}
