/** Reads times and dates of the service in any usual form (specification section 2; RFC 3339; ISO 8601). */
import { z } from 'zod/mini'

const rfc3339 = z.iso.datetime({ offset: true })

/** A date, and a time in the extended or the basic form; the last group is the offset. */
const FORM =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[Tt\s]\s*(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?)?\s*([Zz]|[+\u2212-]\d\d(?::?\d\d)?)?$/

type Instant = {
  /**
   * RFC 3339 with an offset. A text in this form stays unchanged; `isSameVersion` compares two texts by their meaning.
   */
  at: string
  /** False when the service sent no offset, and UTC was assumed. */
  hasOffset: boolean
}

/** Parses a date and time; null when the text is none. */
export function readInstant(text: string): Instant | null {
  if (rfc3339.safeParse(text).success && isInstant(text)) return { at: text, hasOffset: true }
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction, zone] =
    FORM.exec(text.trim()) ?? []
  if (!isDay(`${year}-${month}-${day}`)) return null
  // A leap second becomes the first moment of the next minute, as computer clocks count.
  const isLeap = second === '60'
  const time = `${hour}:${minute}:${isLeap ? '59' : second}`
  const at = `${year}-${month}-${day}T${time}${fraction && !isLeap ? `.${fraction}` : ''}${toOffset(zone)}`
  if (!isInstant(at)) return null
  const hasOffset = zone !== undefined
  if (!isLeap && hour !== '24') return { at, hasOffset }
  return { at: new Date(Date.parse(at) + (isLeap ? 1000 : 0)).toISOString(), hasOffset }
}

/** Parses the date at the beginning of a text (`2026-12-01`, a time may follow); null when there is none. */
export function readDay(text: string): string | null {
  const [, year, month, day] = /^\s*(\d{4})-?(\d\d)-?(\d\d)(?!\d)/.exec(text) ?? []
  const date = `${year}-${month}-${day}`
  return isDay(date) ? date : null
}

function toOffset(zone: string | undefined): string {
  if (zone === undefined || /^z$/i.test(zone)) return 'Z'
  const [hours, minutes] = [zone.slice(1, 3), zone.slice(3).replace(':', '') || '00']
  return `${zone.startsWith('+') ? '+' : '-'}${hours}:${minutes}`
}

function isInstant(text: string): boolean {
  return isDay(text.slice(0, 10)) && Number.isFinite(Date.parse(text))
}

/** True for a date that exists: JavaScript takes the 30th of February for the 2nd of March. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isFinite(date.getTime()) && date.toISOString().startsWith(text)
}
