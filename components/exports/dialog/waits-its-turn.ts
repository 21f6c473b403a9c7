import { toDeskError } from '#lib/errors.ts'

/** Query options that retry instead of failing as soon as the service's limit allows another call. */
export const WAITS_ITS_TURN = {
  retry: (_: number, error: Error) => isWaiting(error),
  retryDelay: (_: number, error: Error) => Math.max(1, toDeskError(error).retryAfterSeconds ?? 1) * 1000,
}

/** True when an answer is missing because other users, or the user's own download, have used up the limit. */
export function isWaiting(error: unknown): boolean {
  return error !== null && toDeskError(error).code === 'busy'
}
