import 'server-only'
import { describeError } from '#lib/describe-error.ts'
import { toDeskError } from '#lib/errors.ts'
import { logPaused, logResumed } from '#lib/jobs/log-job.ts'
import { endOfPause, toPauseReason } from '#lib/jobs/pause.ts'
import { log } from '#lib/log.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { isStopping } from '#lib/process/stopping.ts'
import { watchAccount } from '#lib/session/watch-access.ts'
import type { BatchRow } from '#lib/store/batch-rows.ts'
import { getBatchStore } from '#lib/store/batch-store.ts'
import { cancelBatch, endBatch } from './batches.ts'
import { getRunningBatches, type RunningBatch } from './running-batches.ts'
import { workOff } from './work-off.ts'

/** Takes a batch from wherever it is to its end, unless it is cancelled or the desk stops. Never throws. */
export function runBatch(client: PortraitClient, row: BatchRow): void {
  // A desk that stops takes nothing up any more; its next start does.
  if (getRunningBatches().has(row.id) || isStopping()) return
  const run: RunningBatch = {
    row,
    client,
    cancellation: new AbortController(),
    pausedAt: 0,
    ended: Promise.resolve(),
    wake() {},
  }
  getRunningBatches().set(row.id, run)
  run.ended = toEnd(run)
}

async function toEnd(run: RunningBatch): Promise<void> {
  const { row, cancellation } = run
  const stopWatching = watchAccount(row.owner_id, () => void cancelBatch(row))
  try {
    while (!cancellation.signal.aborted && !(await tryOnce(run)));
  } catch (error) {
    // What is left of it waits for the next start.
    log('error', 'batch_broken', { batch: row.id, ...describeError(error) })
  } finally {
    stopWatching()
    getRunningBatches().delete(row.id)
  }
}

/** True when there is nothing more to do. */
async function tryOnce(run: RunningBatch): Promise<boolean> {
  const { row, cancellation } = run
  const store = getBatchStore()
  try {
    if (!(await store.update(row.id, { state: 'running', pause_reason: null }, ['running', 'paused'])))
      return true
    await workOff(run)
    if (cancellation.signal.aborted) return true
    await endBatch(row)
    return true
  } catch (thrown) {
    if (cancellation.signal.aborted) return true
    const reason = toPauseReason(thrown) ?? (isPassing(thrown) ? 'service_unreachable' : null)
    if (!reason) return failRest(row, thrown)
    logPaused('batch', row.id, { reason, cause: thrown })
    // Whoever reads that it is paused may wake it at once, so that must be possible before it is written down.
    run.pausedAt = performance.now()
    const ended = endOfPause(run, reason, thrown)
    await store.update(row.id, { state: 'paused', pause_reason: reason }, ['running']).catch(() => {})
    await ended
    if (cancellation.signal.aborted) return true
    logResumed('batch', row.id, reason)
    return false
  }
}

/** The list of people could not be read this time: no reason to give up on everybody in it. */
function isPassing(thrown: unknown): boolean {
  const { code } = toDeskError(thrown)
  return ['service_unreachable', 'gateway_answered', 'service_timeout', 'list_unsteady'].includes(code)
}

/** Nobody can be done any more: the project is gone, say. Each of them is told why. */
async function failRest(row: BatchRow, thrown: unknown): Promise<true> {
  const store = getBatchStore()
  const { code } = toDeskError(thrown)
  if (code === 'internal') log('error', 'batch_broken', { batch: row.id, ...describeError(thrown) })
  for (const { position, state } of await store.people(row.id, ['waiting', 'sent']))
    await store.setPerson(row.id, position, {
      state: 'failed',
      error: state === 'sent' ? 'outcome_unknown' : code,
    })
  await endBatch(row)
  return true
}
