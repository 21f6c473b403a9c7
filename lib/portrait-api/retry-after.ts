const MIN_MS = 1_000
const CAP_MS = 3_600_000
/** A number of seconds. Services also send fractions, and a clock that runs backwards makes it negative. */
const SECONDS = /^-?\d+(\.\d*)?$/

/**
 * How long the service asks us to pause, in ms (RFC 9110 section 10.2.3: seconds or an HTTP date). A date counts from
 * the answer's `date`, because the desk's clock may differ. Without a readable header it is `windowMs`: after that the
 * limit is certainly free again (specification section 8). Limited to between one second and one hour.
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
