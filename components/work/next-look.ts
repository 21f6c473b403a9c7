import { type LastLook, toNextTry } from '#components/jobs/next-try.ts'
import { mayEndSoon } from '#components/jobs/work.ts'
import type { WorkItem } from '#lib/work/contract.ts'
import { isUnderWay, type WorkMeasure } from '#lib/work/measure-work.ts'

const POLL_MS = 1_000
/** A pause outlasts many polls. */
const POLL_PAUSED_MS = 3_000
/** A job that may end soon is polled again at once: the desk delays its answer. */
const POLL_NEAR_MS = 50

/**
 * Returns the milliseconds to the next poll; false when no work is running. `known`: what the server knew when it
 * rendered the page.
 */
export function toNextLook(
  last: LastLook & { data: readonly WorkItem[] | undefined },
  known: Pick<WorkMeasure, 'running'>,
): number | false {
  const running = last.data?.filter(isUnderWay) ?? []
  if ((last.data ? running.length : known.running) === 0) return false
  if (last.error) return toNextTry(last)
  if (running.some(mayEndSoon)) return POLL_NEAR_MS
  return running.every(({ job }) => job.state === 'paused') ? POLL_PAUSED_MS : POLL_MS
}
