import { toDeskError } from '#lib/errors.ts'

/** What passes by itself is no failure: it is asked again as soon as the service's limit allows it. */
export const WAITS_ITS_TURN = {
  retry: (_: number, error: Error) => isWaiting(error),
  retryDelay: (_: number, error: Error) => Math.max(1, toDeskError(error).retryAfterSeconds ?? 1) * 1000,
}

/** Whether an answer is not there because others, or a download of one's own, have used the limit up. */
export function isWaiting(error: unknown): boolean {
  return error !== null && toDeskError(error).code === 'busy'
}
