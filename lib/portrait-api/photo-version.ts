/** RFC 3339, as `readInstant` returns it; or without colons, as in the name of a stored file. */
const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d):?(\d\d)(?::?(\d\d)(?:\.(\d+))?)?(?:Z|([+-]\d\d):?(\d\d))$/

/**
 * True when two `edited_at` are the same version of a photo: the same instant, to the last digit of its fraction
 * (specification sections 1 and 2). The texts may differ, in the forms that `INSTANT` accepts.
 */
export function isSameVersion(one: string | null | undefined, other: string | null | undefined): boolean {
  if (!one || !other) return one === other
  return one === other || normalizeInstant(one) === normalizeInstant(other)
}

/** Converts a timestamp to UTC in full precision, without trailing zeros. Any other text is returned unchanged. */
export function normalizeInstant(at: string): string {
  const [, day, hour, minute, second = '00', fraction = '', hours = '+00', minutes = '00'] =
    INSTANT.exec(at) ?? []
  const whole = new Date(`${day}T${hour}:${minute}:${second}${hours}:${minutes}`)
  if (Number.isNaN(whole.getTime())) return at
  const digits = fraction.replace(/0+$/, '')
  return whole.toISOString().replace('.000Z', digits ? `.${digits}Z` : 'Z')
}
