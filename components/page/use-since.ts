'use client'

import { useFormatter } from 'use-intl/react'
import { useClock } from './moment.tsx'

const DAY_MS = 24 * 60 * 60_000

/** Returns a past moment as a date, and the number of whole days since then. */
export function useSince(): (at: string) => { date: string; days: number } {
  const format = useFormatter()
  const now = useClock()
  return at => ({
    date: format.dateTime(new Date(at), 'day'),
    days: Math.max(0, Math.floor((now.getTime() - new Date(at).getTime()) / DAY_MS)),
  })
}
