import { toDeskError } from '#lib/errors.ts'

/** Two windows of the service (specification section 8): who has not had their turn by then is told. */
const PATIENCE_MS = 120_000

/**
 * Waits until the desk has room for what a person has asked for: `busy` says in how many seconds, and that nothing was sent.
 * Throws everything else at once, and `busy` when it would take too long.
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
