const FALLBACK_MS = 1_000
const CAP_MS = 3_600_000

/**
 * How long the service asks us to stay away, in milliseconds (RFC 9110 section 10.2.3: seconds or an HTTP date).
 * What cannot be understood counts as one second, so that a broken header neither blocks the desk nor floods the
 * service; nothing counts as more than one hour.
 */
export function parseRetryAfter(value: string | null, nowMs: number = Date.now()): number {
  const text = value?.trim() ?? ''
  if (/^\d+$/.test(text)) return clamp(Number(text) * 1000)
  const date = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? FALLBACK_MS : clamp(date - nowMs)
}

function clamp(ms: number): number {
  return Math.min(CAP_MS, Math.max(FALLBACK_MS, ms))
}
