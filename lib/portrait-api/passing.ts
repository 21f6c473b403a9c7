import { DeskError, type ErrorCode } from '#lib/errors.ts'

/** Answered, but hardly by the service: the page of a proxy, a sign-in or a maintenance. The breaker takes it for an answer. */
const FOREIGN: readonly ErrorCode[] = ['service_moved', 'bad_service_answer']

const PASSING = new Set<string>([
  ...['service_unreachable', 'service_timeout', 'gateway_answered', ...FOREIGN],
  'photo_damaged',
])

/** Failures of the way, not of what was asked for: it may be there the next time, and a change may have been made all the same. */
export function isPassing(code: string): boolean {
  return PASSING.has(code)
}

/** Whether something else than the service has answered, or has answered the look that was to tell what became of a change. */
export function isForeign(thrown: unknown): boolean {
  if (!(thrown instanceof DeskError)) return false
  return FOREIGN.includes(thrown.code) || isForeign(thrown.cause)
}
