'use client'

import { useFormatter, useNow } from 'use-intl/react'

const DAY_MS = 24 * 60 * 60_000

/** A moment of the past as a date, and how many whole days ago it was. */
export function useSince(): (at: string) => { date: string; days: number } {
  const format = useFormatter()
  const now = useNow()
  return at => ({
    date: format.dateTime(new Date(at), 'day'),
    days: Math.max(0, Math.floor((now.getTime() - new Date(at).getTime()) / DAY_MS)),
  })
}
