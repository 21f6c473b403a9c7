'use client'

import { useFormatter, useNow } from 'use-intl/react'
import { createStore } from '#components/ui/browser/store.ts'

const MINUTE_MS = 60_000
const TICK_MS = 30_000
const DAY_MS = 24 * 60 * 60 * 1000
const NEAR_MS = 7 * DAY_MS
/** Up to this age, a day and a month without a year are unambiguous. */
const SAME_YEAR_MS = 330 * DAY_MS

/**
 * A point in the past: relative when recent, then the day, then day and year. The exact time is shown on hover and is
 * the accessible name. The first minute reads "just now", because seconds would not be updated. `narrow`: old dates
 * show month and year only, where a column would cut off the year.
 */
export function Moment({ at, narrow = false }: { at: string; narrow?: boolean }) {
  const { words, exact } = useMoment(at, narrow)
  return (
    <time className="whitespace-nowrap" dateTime={at} title={exact}>
      {words}
    </time>
  )
}

/**
 * Returns the texts of a moment for a sentence, which needs its own words for "just now" and a preposition before a
 * day.
 */
export function useMoment(at: string, narrow = false) {
  const format = useFormatter()
  const now = useClock()
  const date = new Date(at)
  const passed = now.getTime() - date.getTime()
  const age = passed < MINUTE_MS ? 0 : passed
  const words =
    age < NEAR_MS
      ? format.relativeTime(now.getTime() - age, { now, style: 'short' })
      : format.dateTime(date, age < SAME_YEAR_MS ? 'dayOfYear' : narrow ? 'monthOfYear' : 'day')
  const when = age === 0 ? 'now' : age < NEAR_MS ? 'near' : 'far'
  return { when, words, exact: format.dateTime(date, 'moment') } as const
}

/**
 * One clock for all moments of the page. Its first value is as old as the document, and it stops while no moment is
 * shown, so it is set before it starts.
 */
const clock = createStore<Date | null>(null, () => {
  const tick = () => clock.set(new Date())
  if (performance.now() > TICK_MS) queueMicrotask(tick)
  const timer = setInterval(tick, TICK_MS)
  return () => clearInterval(timer)
})

/**
 * Returns the current time to half a minute. A page starts with the time at which the server rendered it, so that
 * both render the same text.
 */
export function useClock(): Date {
  const drawn = useNow()
  return clock.use() ?? drawn
}
