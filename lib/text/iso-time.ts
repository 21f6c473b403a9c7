/**
 * Formats days and moments in a time zone as ISO 8601: `2026-11-21` and `2026-11-21 15:30:00`. Spreadsheets in all
 * languages read these, and they sort as text. The Swedish locale formats them like this. Formatters are cached:
 * creating one costs more than a hundred uses.
 */
export function toDay(moment: Date, timeZone: string): string {
  return formatOf(timeZone, 'day').format(moment)
}

export function toMoment(moment: Date, timeZone: string): string {
  return formatOf(timeZone, 'moment').format(moment)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string, of: 'day' | 'moment'): Intl.DateTimeFormat {
  const name = `${of} ${timeZone}`
  const time = of === 'moment' && ({ timeStyle: 'medium' } as const)
  const format =
    formats.get(name) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', ...time })
  formats.set(name, format)
  return format
}
