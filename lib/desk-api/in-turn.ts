import { toDeskError } from '#lib/errors.ts'

/** Maximum wait in ms: two windows of the service (specification section 8). After that the user sees the error. */
const PATIENCE_MS = 120_000

/**
 * Waits until the desk has room for a user's request: `busy` says in how many seconds, and that nothing was sent.
 * Throws `busy` when it would take too long, and every other error at once.
 */
export async function inTurn<Result>(ask: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await ask()
    } catch (thrown) {
      const { code, retryAfterSeconds } = toDeskError(thrown)
      const waitMs = (retryAfterSeconds ?? 0) * 1000
      if (code !== 'busy' || waitMs === 0 || performance.now() + waitMs > until) throw thrown
      await new Promise(resolve => setTimeout(resolve, waitMs))
    }
  }
}
