const MIN_MS = 1_000
const CAP_MS = 3_600_000
/** Seconds; services also write fractions, and a clock that runs backwards makes them negative. */
const SECONDS = /^-?\d+(\.\d*)?$/

/**
 * How long the service asks us to stay away, in milliseconds (RFC 9110 section 10.2.3: seconds or an HTTP date). A date
 * counts from the `date` of its answer, for the desk's clock may be another one. Without a header, or with one that cannot be
 * understood, it is `windowMs`: then the limit is certainly free again (specification section 8). Nothing counts as less
 * than a second, or as more than an hour.
 */
export function parseRetryAfter(
  value: string | null,
  { windowMs, date }: { windowMs: number; date: string | null },
): number {
  const text = value?.trim() ?? ''
  if (SECONDS.test(text)) return clamp(Number(text) * 1000)
  const waitMs = parseDate(text) - parseDate(date ?? '')
  return clamp(Number.isNaN(waitMs) ? windowMs : waitMs)
}

function parseDate(text: string): number {
  return /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN
}

function clamp(ms: number): number {
  return Math.min(CAP_MS, Math.max(MIN_MS, ms))
}
