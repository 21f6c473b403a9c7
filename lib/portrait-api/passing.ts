import { DeskError, type ErrorCode } from '#lib/errors.ts'

/**
 * Answers that hardly come from the service: the page of a proxy, a sign-in or a maintenance. They count as answers for
 * the breaker.
 */
const FOREIGN: readonly ErrorCode[] = ['service_moved', 'bad_service_answer']

const PASSING = new Set<string>([
  ...['service_unreachable', 'service_timeout', 'gateway_answered', ...FOREIGN],
  'photo_damaged',
])

/**
 * True for failures of the connection rather than of the requested item. It may be available next time, and a change
 * may have been made.
 */
export function isPassing(code: string): boolean {
  return PASSING.has(code)
}

/** True when something other than the service answered the call, or answered the check of what became of a change. */
export function isForeign(thrown: unknown): boolean {
  if (!(thrown instanceof DeskError)) return false
  return FOREIGN.includes(thrown.code) || isForeign(thrown.cause)
}
