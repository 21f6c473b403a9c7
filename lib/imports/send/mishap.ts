import 'server-only'
import { isLostResponse } from '#lib/employees/lost-responses.ts'
import { DeskError } from '#lib/errors.ts'
import { type PauseReason, toPauseReason } from '#lib/jobs/pause.ts'

/** After so many calls in a row that went wrong the import pauses until the service is well again. */
export const MISHAPS_MAX = 3
const MISHAP_WAIT_MS = 250

/** What may be over a moment later. The rows are safe: they are looked up before they go again. */
const PASSING = new Set(['conflict', 'busy', 'list_unsteady', 'outcome_unknown', 'cancelled'])

/** Why the whole import must wait; also when it is the look-up that says so. */
export function findPauseReason(thrown: unknown): PauseReason | null {
  const reason = toPauseReason(thrown)
  if (reason || !(thrown instanceof DeskError) || thrown.cause === undefined) return reason
  return findPauseReason(thrown.cause)
}

export function isPassing(thrown: unknown): boolean {
  if (!(thrown instanceof DeskError)) return false
  return thrown.neverSent || PASSING.has(thrown.code) || isLostResponse(thrown)
}

/** Full jitter: a random time up to a ceiling that doubles with each mishap. */
export function toWaitMs(mishaps: number): number {
  return Math.random() * MISHAP_WAIT_MS * 2 ** mishaps
}
