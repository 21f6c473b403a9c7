import 'server-only'
import { estimateSeconds } from '#lib/jobs/estimate.ts'
import type { BatchCounts, BatchPersonRow, BatchRow } from '#lib/store/batch-rows.ts'
import { getBatchStore } from '#lib/store/batch-store.ts'
import type { Batch, BatchResult } from './contract.ts'
import { getRunningBatches } from './running-batches.ts'

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
    eta_seconds: hasEnded ? 0 : toEta(row, counts),
    results: people.map(toResult),
    created_at: row.created_at,
    ended_at: row.ended_at,
  }
}

function toResult({ employee_id, name, mitarbeiternummer, state, error }: BatchPersonRow): BatchResult {
  const outcome = state === 'sent' ? 'waiting' : state
  return { employee_id, name, mitarbeiternummer, outcome, error }
}

/** Nobody knows how long a pause takes. */
function toEta({ id, state }: BatchRow, { total, done, failed }: BatchCounts): number | null {
  const running = getRunningBatches().get(id)
  if (state === 'paused' || !running) return null
  return estimateSeconds(total - done - failed, running.client.budget.state())
}
