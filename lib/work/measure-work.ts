import { toEnding } from '#lib/exports/ending.ts'
import { isFinished } from '#lib/jobs/is-finished.ts'
import type { WorkItem } from './contract.ts'

/** How much of everything is done; what the header says before anybody has looked closer. */
export type WorkMeasure = {
  /** How many jobs are under way, and how many of those wait. */
  running: number
  paused: number
  ended: number
  /** From 0 to 1, over all that is under way; null while nobody knows how much there is. */
  share: number | null
  /** What ended last did not end well. */
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

/** An import that was cancelled is over when its last call has come back; a delivery that waits for a reader does nothing. */
export function isUnderWay({ kind, job }: WorkItem): boolean {
  if (kind === 'delivery' && job.state === 'review') return false
  return !isFinished(job) || (kind === 'import' && job.counts.waiting > 0)
}

/** How far one of them is: photos, rows or people. Nothing of nothing while that is not known. */
function toSteps(item: WorkItem): { done: number; total: number } {
  if (item.kind === 'import') {
    const { planned, counts } = item.job
    return { done: planned - counts.waiting, total: planned }
  }
  const { total, done, failed } = item.job
  return { done: done + failed, total: total ?? 0 }
}

/** How it stands, or has ended; a download that was ready before and is so again may have failed all the same. */
export function toState({ kind, job }: WorkItem) {
  return kind === 'export' ? toEnding(job) : job.state
}

/** Something in it is missing or went wrong, so it is worth a look. */
export function hasTrouble(item: WorkItem): boolean {
  if (toState(item) === 'failed') return true
  if (item.kind === 'import') return item.job.counts.refused + item.job.counts.unknown > 0
  return item.job.failed > (item.kind === 'export' ? item.job.gone : 0)
}
