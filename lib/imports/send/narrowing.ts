import { EMPLOYEES_PER_CREATE } from '#lib/portrait-api/contract.ts'

/** Calls in a row on which the service failed, after which it counts as down … */
const FAILURES_MAX = 4
/** … or, when it has taken others since the first of them: so many neighbours may be what it fails on. */
const FAILURES_BETWEEN_MAX = 12
const SIZE_MAX = Math.ceil(EMPLOYEES_PER_CREATE / 2)

/**
 * How the rows are narrowed down on which the service fails. Calls that fail are set apart and wait until all others
 * are over; then they go in rounds of smaller and smaller groups, until a group is a single row.
 */
export type Narrowing = {
  /** Rows in the next group, and the row after which it begins. */
  size: number
  after: number
  /** The smallest group that failed in this round. */
  smallest: number
  /** Failures since the last success. */
  failures: number
  /** Whether anything was set apart, and whether the service has taken others since: then it is these rows. */
  failed: boolean
  proven: boolean
}

export function startNarrowing(): Narrowing {
  return {
    size: SIZE_MAX,
    after: 0,
    smallest: Number.POSITIVE_INFINITY,
    failures: 0,
    failed: false,
    proven: false,
  }
}

/** All groups have had their turn: the next round has smaller ones. */
export function nextRound(narrowing: Narrowing): Narrowing {
  const size = Math.min(SIZE_MAX, Math.max(1, Math.ceil(narrowing.smallest / 2)))
  return { ...narrowing, size, after: 0, smallest: Number.POSITIVE_INFINITY }
}

/** The service has taken a call: what still fails may go in larger groups again. */
export function afterSuccess(narrowing: Narrowing): Narrowing {
  return { ...narrowing, size: Math.min(SIZE_MAX, narrowing.size * 2), failures: 0, proven: narrowing.failed }
}

/** `rows`: those of the call on which it failed. */
export function afterFailure(
  narrowing: Narrowing,
  { rows, wasApart }: { rows: readonly number[]; wasApart: boolean },
): Narrowing {
  const failed = { ...narrowing, failed: true, failures: narrowing.failures + 1 }
  if (!wasApart) return failed
  const after = Math.max(...rows)
  return { ...failed, after, smallest: Math.min(narrowing.smallest, rows.length) }
}

/** Whether nothing comes through any more, whatever it is. */
export function seemsDown({ failures, proven }: Narrowing): boolean {
  return failures >= (proven ? FAILURES_BETWEEN_MAX : FAILURES_MAX)
}

/** After a pause: that the service took somebody before says nothing any more. */
export function afterPause(narrowing: Narrowing): Narrowing {
  return { ...narrowing, failures: 0, proven: false }
}
