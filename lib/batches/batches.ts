import 'server-only'
import type { User } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import { log } from '#lib/log.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { BatchRow } from '#lib/store/batch-rows.ts'
import { getBatchStore } from '#lib/store/batch-store.ts'
import { getRunningBatches } from './running-batches.ts'

const DAY_MS = 24 * 60 * 60_000

/** Another person's batch is `not_found`, as if it did not exist; an administrator sees all. */
export async function requireBatch(user: User, batchId: string): Promise<BatchRow> {
  const row = await getBatchStore().find(batchId)
  if (!row || (row.owner_id !== user.id && user.role !== 'admin')) throw new DeskError('not_found')
  return row
}

/** One's own that have not ended, oldest first. */
export async function listOwnBatches(user: User, projectId: number | undefined): Promise<BatchRow[]> {
  const unfinished = await getBatchStore().listUnfinished()
  return unfinished.filter(
    ({ owner_id, project_id }) =>
      owner_id === user.id && (projectId === undefined || project_id === projectId),
  )
}

/**
 * Ends a batch: calls that wait are taken back, those on their way come to their end first, so that afterwards it is
 * known of everybody what has become of them. One that has ended stays as it is.
 */
export async function cancelBatch(row: BatchRow): Promise<void> {
  const running = getRunningBatches().get(row.id)
  running?.cancellation.abort(new DeskError('cancelled'))
  await running?.ended
  await endBatch(row)
}

/** The end of a batch: `cancelled` when somebody in it was not even tried. */
export async function endBatch({ id }: BatchRow): Promise<void> {
  const store = getBatchStore()
  const left = await store.people(id, ['waiting', 'sent'])
  for (const { position, state } of left)
    if (state === 'sent') await store.setPerson(id, position, { state: 'failed', error: 'outcome_unknown' })
  const state = left.some(person => person.state === 'waiting') ? 'cancelled' : 'done'
  const changes = { state, pause_reason: null, ended_at: new Date().toISOString() } as const
  if (!(await store.update(id, changes, ['running', 'paused']))) return
  log('info', 'batch_ended', { batch: id, state, ...(await store.count(id)) })
}

/**
 * Results hold names, also of people who were deleted: `BATCH_DAYS` to read them, then the activity log is the memory. What
 * has been paused for as long is cancelled: nobody expects it to go on.
 */
export async function sweepBatches(now: number): Promise<void> {
  const before = new Date(now - getEnv().batchDays * DAY_MS).toISOString()
  for (const row of await getBatchStore().listUnfinished())
    if (row.state === 'paused' && row.created_at < before) await cancelBatch(row)
  await getBatchStore().tidy(before)
}
