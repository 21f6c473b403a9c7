const DAY_MS = 24 * 60 * 60 * 1000

/** A date without a time, such as `2026-12-31`, as the point in time at which that day begins in UTC. */
export function parseDay(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

/** Whole days from today in a time zone until a day: 0 is today, negative is over. */
export function daysUntil(day: string, now: Date, timeZone: string): number {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)
  return Math.round((parseDay(day).getTime() - parseDay(today).getTime()) / DAY_MS)
}
