/**
 * Returns the moment at which a calendar day begins in a time zone, as ISO 8601 in UTC; `plusDays` selects a later day.
 * Days of 23 and 25 hours are correct, because the offset is read again at the first result. Where clocks go forward at
 * midnight, there is no midnight: the day begins with the change, and the result so far would be in the day before.
 */
export function startOfDay(
  date: string,
  { timeZone, plusDays = 0 }: { timeZone: string; plusDays?: number },
): string {
  const midnight = new Date(`${date}T00:00:00Z`)
  midnight.setUTCDate(midnight.getUTCDate() + plusDays)
  const guess = midnight.getTime() - offsetMs(midnight.getTime(), timeZone)
  const moment = midnight.getTime() - offsetMs(guess, timeZone)
  const isMidnight = moment + offsetMs(moment, timeZone) === midnight.getTime()
  return new Date(isMidnight ? moment : Math.max(moment, guess)).toISOString()
}

/** Returns how far the clocks of this zone are ahead of UTC at a moment. */
function offsetMs(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment)
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find(part => part.type === type)?.value)
  const local = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  )
  return local - Math.floor(moment / 1000) * 1000
}
