'use client'

import { useFormatter, useNow } from 'use-intl/react'
import { createStore } from '#components/ui/browser/store.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * 60 * 1000
const NEAR_MS = 7 * DAY_MS
/** As long as a day and a month can only mean the last ones of that name. */
const SAME_YEAR_MS = 330 * DAY_MS

/**
 * A point in the past: relative when it is near, then its day, then its day and year; exact on hover, and as the name of
 * the element for who listens. What happened after the page was drawn happened just now. `narrow`: of long ago the month is
 * enough, where a column would cut off the year.
 */
export function Moment({ at, narrow = false }: { at: string; narrow?: boolean }) {
  const format = useFormatter()
  const now = useMinute()
  const date = new Date(at)
  const age = Math.max(now.getTime() - date.getTime(), 0)
  return (
    <time className="whitespace-nowrap" dateTime={at} title={format.dateTime(date, 'moment')}>
      {age < NEAR_MS
        ? format.relativeTime(now.getTime() - age, { now, style: 'short' })
        : format.dateTime(date, age < SAME_YEAR_MS ? 'dayOfYear' : narrow ? 'monthOfYear' : 'day')}
    </time>
  )
}

/** One clock for all moments of the page, which stands still while there is none. */
const minute = createStore<Date | null>(null, () => {
  const timer = setInterval(() => minute.set(new Date()), MINUTE_MS)
  return () => clearInterval(timer)
})

/** Now, to the minute. It begins with the moment at which the server drew the page, so that both say the same. */
function useMinute(): Date {
  const drawn = useNow()
  return minute.use() ?? drawn
}
