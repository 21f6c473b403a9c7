import { Cron } from 'croner'
import type { Schedule } from './contract.ts'

/** Who wants photos at once waits no longer than this for the next look; each look costs a call for every 100 people. */
const LOOK_EVERY_MS = 10 * 60_000

/** After a run that has failed the next one comes so soon, and twice as late each time, until the regular one comes first. */
const RETRY_MS = 15 * 60_000
const RETRIES_MAX = 5

/**
 * When a delivery runs next after this moment; null for one that runs by hand. In the desk's time zone: a time that a change
 * of clocks leaves out comes right after the gap, and one that it repeats comes once.
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

/** When to run again after the last `failures` runs have failed, the one that has just ended included. */
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
