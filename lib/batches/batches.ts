import 'server-only'
import type { User } from '#lib/contracts/session.ts'
import { cancelJob } from '#lib/jobs/engine.ts'
import { estimateJob } from '#lib/jobs/estimate.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { BatchPersonRow, BatchRow } from '#lib/store/batch-rows.ts'
import { getBatchStore } from '#lib/store/batch-store.ts'
import { BATCHES } from './batch-job.ts'
import type { Batch, BatchResult } from './contract.ts'

const DAY_MS = 24 * 60 * 60_000

/** One's own that have not ended, oldest first. */
export async function listOwnBatches(user: User, projectId: number | undefined): Promise<BatchRow[]> {
  const unfinished = await getBatchStore().listUnfinished()
  return unfinished.filter(
    ({ owner_id, project_id }) =>
      owner_id === user.id && (projectId === undefined || project_id === projectId),
  )
}

/**
 * Results hold names, also of people who were deleted: `BATCH_DAYS` to read them, then the activity log is the memory. What
 * has been paused for as long is cancelled: nobody expects it to go on.
 */
export async function sweepBatches(now: number): Promise<void> {
  const before = new Date(now - getEnv().batchDays * DAY_MS).toISOString()
  for (const row of await getBatchStore().listUnfinished())
    if (row.state === 'paused' && row.created_at < before) await cancelJob(BATCHES, row)
  await getBatchStore().tidy(before)
}

/** What browsers are told about a batch. While it runs they ask often, and need not hear of everybody each time. */
export async function toBatch(row: BatchRow): Promise<Batch> {
  const store = getBatchStore()
  const hasEnded = row.state === 'done' || row.state === 'cancelled'
  const counts = await store.count(row.id)
  const people = await store.people(row.id, hasEnded ? undefined : ['failed'])
  return {
    id: row.id,
    owner_email: row.owner_email,
    project_id: row.project_id,
    action: row.action,
    locale: row.locale,
    state: row.state,
    pause_reason: row.pause_reason,
    ...counts,
    eta_seconds: estimateJob(BATCHES, row, counts.total - counts.done - counts.failed),
    results: people.map(toResult),
    created_at: row.created_at,
    ended_at: row.ended_at,
  }
}

function toResult({ employee_id, name, mitarbeiternummer, state, error }: BatchPersonRow): BatchResult {
  const outcome = state === 'sent' ? 'waiting' : state
  return { employee_id, name, mitarbeiternummer, outcome, error }
}
