'use client'

import { useFormatter, useNow } from 'use-intl/react'
import { createStore } from '#components/ui/browser/store.ts'

const MINUTE_MS = 60_000
const TICK_MS = 30_000
const DAY_MS = 24 * 60 * 60 * 1000
const NEAR_MS = 7 * DAY_MS
/** As long as a day and a month can only mean the last ones of that name. */
const SAME_YEAR_MS = 330 * DAY_MS

/**
 * A point in the past: relative when it is near, then its day, then its day and year; exact on hover, and as the name of
 * the element for who listens. What happened less than a minute ago happened just now: seconds would stand still. `narrow`: of
 * long ago the month is enough, where a column would cut off the year.
 */
export function Moment({ at, narrow = false }: { at: string; narrow?: boolean }) {
  const { words, exact } = useMoment(at, narrow)
  return (
    <time className="whitespace-nowrap" dateTime={at} title={exact}>
      {words}
    </time>
  )
}

/** The same for a sentence, which has words of its own for what has just happened, and a preposition before a day. */
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
 * One clock for all moments of the page. It stands still while there is none, and what it began with is as old as the document:
 * so it is set before it goes on.
 */
const clock = createStore<Date | null>(null, () => {
  const tick = () => clock.set(new Date())
  if (performance.now() > TICK_MS) queueMicrotask(tick)
  const timer = setInterval(tick, TICK_MS)
  return () => clearInterval(timer)
})

/** Now, to half a minute. A page begins with the moment at which the server drew it, so that both say the same. */
export function useClock(): Date {
  const drawn = useNow()
  return clock.use() ?? drawn
}
