import { setImmediate as immediately } from 'node:timers/promises'

/**
 * Runs a long computation, which is a generator that yields now and then, and lets other work run between its steps.
 */
export async function inSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await immediately()
  }
}

/** Runs such a computation without a pause, where its caller cannot wait. */
export function atOnce<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
