import 'server-only'
import { DESK } from '#lib/contracts/activity.ts'
import { cancelJob } from '#lib/jobs/engine.ts'
import { estimateJob } from '#lib/jobs/estimate.ts'
import { isFinished } from '#lib/jobs/is-finished.ts'
import { toShownState } from '#lib/jobs/pause.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { BatchPersonRow, BatchRow } from '#lib/store/batch-rows.ts'
import { getBatchStore } from '#lib/store/batch-store.ts'
import { BATCHES } from './batch-job.ts'
import { isUnchanged } from './change-person.ts'
import type { Batch, BatchResult } from './contract.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Deletes old batches and cancels those paused for as long, because no user expects them to resume. Results hold names,
 * also of deleted employees: they are kept for `BATCH_DAYS`, then only the activity log remains.
 */
export async function sweepBatches(now: number): Promise<void> {
  const before = new Date(now - getEnv().batchDays * DAY_MS).toISOString()
  for (const row of await getBatchStore().listUnfinished())
    if (row.state === 'paused' && row.created_at < before) await cancelJob(BATCHES, row, { by: DESK })
  await getBatchStore().tidy(before)
}

/** Converts a batch for browsers, with the result of each employee. */
export async function toBatch(row: BatchRow): Promise<Batch> {
  // Browsers poll often while it runs, so only failures are sent then.
  const people = await getBatchStore().people(row.id, isFinished(row) ? undefined : ['failed'])
  return { ...(await toBatchInShort(row)), results: people.map(person => toResult(row, person)) }
}

/** The same for lists: without results and names, except when the batch concerned a single employee. */
export async function toBatchInShort(row: BatchRow): Promise<Batch> {
  const counts = await getBatchStore().count(row.id)
  const one = counts.total === 1 && isFinished(row) ? await getBatchStore().people(row.id) : []
  return {
    id: row.id,
    owner_email: row.owner_email,
    project_id: row.project_id,
    action: row.action,
    locale: row.locale,
    undoes: row.undoes,
    ...toShownState(BATCHES, row),
    ...counts,
    eta_seconds: estimateJob(BATCHES, row, counts.total - counts.done - counts.failed),
    results: one.map(person => toResult(row, person)),
    created_at: row.created_at,
    ended_at: row.ended_at,
  }
}

function toResult(row: BatchRow, person: BatchPersonRow): BatchResult {
  const { employee_id, name, mitarbeiternummer, state, error } = person
  const done = isUnchanged(row, person) ? 'already' : 'done'
  const outcome = state === 'done' ? done : state === 'sent' ? 'waiting' : state
  return { employee_id, name, mitarbeiternummer, outcome, error }
}
