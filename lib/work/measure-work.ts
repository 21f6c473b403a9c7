import { toEnding } from '#lib/exports/ending.ts'
import { isFinished } from '#lib/jobs/is-finished.ts'
import type { WorkItem } from './contract.ts'

/** Progress of all work, for the header. */
export type WorkMeasure = {
  /** Number of jobs under way, and of those that are paused. */
  running: number
  paused: number
  ended: number
  /** Progress of all jobs under way, from 0 to 1; null while their size is unknown. */
  share: number | null
  /** True when the job that ended last has trouble. */
  trouble: boolean
}

export function measureWork(items: readonly WorkItem[]): WorkMeasure {
  const running = items.filter(isUnderWay)
  const steps = running.map(toSteps)
  const total = steps.reduce((sum, { total }) => sum + total, 0)
  const done = steps.reduce((sum, { done }) => sum + done, 0)
  const last = items.find(item => !isUnderWay(item))
  return {
    running: running.length,
    paused: running.filter(({ job }) => job.state === 'paused').length,
    ended: items.length - running.length,
    share: total > 0 ? done / total : null,
    trouble: last !== undefined && hasTrouble(last),
  }
}

/**
 * True for a job that is not finished. A cancelled import is finished when its last call has returned. A delivery that
 * waits for a review does nothing, so it does not count.
 */
export function isUnderWay({ kind, job }: WorkItem): boolean {
  if (kind === 'delivery' && job.state === 'review') return false
  return !isFinished(job) || (kind === 'import' && job.counts.waiting > 0)
}

/** Returns the progress of a job in photos, rows or people; 0 of 0 while that is unknown. */
function toSteps(item: WorkItem): { done: number; total: number } {
  if (item.kind === 'import') {
    const { planned, counts } = item.job
    return { done: planned - counts.waiting, total: planned }
  }
  const { total, done, failed } = item.job
  return { done: done + failed, total: total ?? 0 }
}

/**
 * Returns the current state, or the end. An export is `ready` again after a failed or cancelled "Download again", but
 * here it counts as failed or cancelled.
 */
export function toState({ kind, job }: WorkItem) {
  return kind === 'export' ? toEnding(job) : job.state
}

/** True when something is missing or failed, so that the user should check the job. */
export function hasTrouble(item: WorkItem): boolean {
  if (toState(item) === 'failed') return true
  if (item.kind === 'import') return item.job.counts.refused + item.job.counts.unknown > 0
  return item.job.failed > (item.kind === 'export' ? item.job.gone : 0)
}
