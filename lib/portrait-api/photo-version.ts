/** RFC 3339, as `readInstant` leaves it; without colons, as a stored file's name has it. */
const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d):?(\d\d)(?::?(\d\d)(?:\.(\d+))?)?(?:Z|([+-]\d\d):?(\d\d))$/

/**
 * Whether two `edited_at` are the same version of a photo: the same instant, to the last digit of its fraction, in whichever form
 * of ISO 8601 the service wrote it then and now (specification sections 1 and 2). The texts themselves are never compared.
 */
export function isSameVersion(one: string | null | undefined, other: string | null | undefined): boolean {
  if (!one || !other) return one === other
  return one === other || toExactInstant(one) === toExactInstant(other)
}

/** One text for each instant: in UTC, with as much of a fraction as it has. What is no instant stays as it is. */
export function toExactInstant(at: string): string {
  const [, day, hour, minute, second = '00', fraction = '', hours = '+00', minutes = '00'] =
    INSTANT.exec(at) ?? []
  const whole = new Date(`${day}T${hour}:${minute}:${second}${hours}:${minutes}`)
  if (Number.isNaN(whole.getTime())) return at
  const digits = fraction.replace(/0+$/, '')
  return whole.toISOString().replace('.000Z', digits ? `.${digits}Z` : 'Z')
}
