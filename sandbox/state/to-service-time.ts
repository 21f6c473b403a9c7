const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Berlin',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'longOffset',
})

/**
 * ISO 8601 with offset (section 2), in whole seconds, on the clock of the service's office. The offset changes with
 * summer time, so that a comparison of such times as text fails.
 */
export function toServiceTime(ms: number): string {
  const part = Object.fromEntries(parts.formatToParts(ms).map(({ type, value }) => [type, value]))
  const offset = part.timeZoneName?.slice('GMT'.length) || '+00:00'
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}${offset}`
}
