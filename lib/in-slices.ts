import { setImmediate as immediately } from 'node:timers/promises'

/** Long computations are generators that yield now and then. Runs one to its end, and lets other work run between its steps. */
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
