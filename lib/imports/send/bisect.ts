import { EMPLOYEES_PER_CREATE } from '#lib/portrait-api/contract.ts'

/** Number of consecutive failed calls after which the service counts as down … */
const FAILURES_MAX = 4
/** … or this many, if it has accepted other calls since the first failure: neighbouring rows may all be the cause. */
const FAILURES_BETWEEN_MAX = 12
const SIZE_MAX = Math.ceil(EMPLOYEES_PER_CREATE / 2)

/**
 * State of the search for the rows on which the service fails. Failed calls are set apart until all others are
 * finished. They are then retried in rounds of ever smaller groups, down to single rows.
 */
export type Bisection = {
  /** Number of rows in the next group, and the row after which it starts. */
  size: number
  after: number
  /** Size of the smallest group that failed in this round. */
  smallest: number
  /** Failures since the last success. */
  failures: number
  /** `failed`: rows were set apart. `proven`: the service has accepted others since, so these rows are the cause. */
  failed: boolean
  proven: boolean
}

export function startBisection(): Bisection {
  return {
    size: SIZE_MAX,
    after: 0,
    smallest: Number.POSITIVE_INFINITY,
    failures: 0,
    failed: false,
    proven: false,
  }
}

/** Starts the next round with smaller groups, once all groups have been tried. */
export function nextRound(bisection: Bisection): Bisection {
  const size = Math.min(SIZE_MAX, Math.max(1, Math.ceil(bisection.smallest / 2)))
  return { ...bisection, size, after: 0, smallest: Number.POSITIVE_INFINITY }
}

/** Allows larger groups again after the service has accepted a call. */
export function afterSuccess(bisection: Bisection): Bisection {
  return { ...bisection, size: Math.min(SIZE_MAX, bisection.size * 2), failures: 0, proven: bisection.failed }
}

/** `rows`: the rows of the failed call. */
export function afterFailure(
  bisection: Bisection,
  { rows, wasApart }: { rows: readonly number[]; wasApart: boolean },
): Bisection {
  const failed = { ...bisection, failed: true, failures: bisection.failures + 1 }
  if (!wasApart) return failed
  const after = Math.max(...rows)
  return { ...failed, after, smallest: Math.min(bisection.smallest, rows.length) }
}

/** True when the service accepts nothing any more, whatever the rows. */
export function seemsDown({ failures, proven }: Bisection): boolean {
  return failures >= (proven ? FAILURES_BETWEEN_MAX : FAILURES_MAX)
}

/** Resets after a pause: successes before it prove nothing any more. */
export function afterPause(bisection: Bisection): Bisection {
  return { ...bisection, failures: 0, proven: false }
}
