import { Cron } from 'croner'
import type { Schedule } from './contract.ts'

/** Milliseconds between two runs with the schedule `at_once`. Each run costs a call for every 100 people. */
const LOOK_EVERY_MS = 10 * 60_000

/** Milliseconds until the run after a failed one, doubled with each failure, unless the regular run comes first. */
const RETRY_MS = 15 * 60_000
const RETRIES_MAX = 5

/**
 * Returns the next run of a delivery after this moment; null for one that runs by hand. Times are in the desk's time
 * zone: a time that a clock change skips comes right after the gap, and a repeated time comes once.
 */
export function nextRun(schedule: Schedule, after: Date, timeZone: string): Date | null {
  switch (schedule.kind) {
    case 'by_hand':
      return null
    case 'at_once':
      return new Date(after.getTime() + LOOK_EVERY_MS)
    case 'daily':
      return nextAt(schedule.at, '*', { after, timeZone })
    case 'weekly':
      return nextAt(schedule.at, String(schedule.weekday), { after, timeZone })
  }
}

/** Returns the next run after `failures` failed runs in a row, including the one that has just ended. */
export function nextTry(
  schedule: Schedule,
  { failures, after, timeZone }: { failures: number; after: Date; timeZone: string },
): Date | null {
  const regular = nextRun(schedule, after, timeZone)
  if (regular === null || failures > RETRIES_MAX) return regular
  const again = new Date(after.getTime() + RETRY_MS * 2 ** (failures - 1))
  return again < regular ? again : regular
}

function nextAt(
  at: string,
  weekday: string,
  { after, timeZone }: { after: Date; timeZone: string },
): Date | null {
  const [hour, minute] = at.split(':').map(Number)
  return new Cron(`${minute} ${hour} * * ${weekday}`, { timezone: timeZone }).nextRun(after)
}
