import 'server-only'
import { randomUUID } from 'node:crypto'
import type { User } from '#lib/contracts/session.ts'
import { loadRoster } from '#lib/employees/roster.ts'
import { toPersonName } from '#lib/employees/to-person-name.ts'
import { DeskError } from '#lib/errors.ts'
import { startJob } from '#lib/jobs/engine.ts'
import { isFinished } from '#lib/jobs/is-finished.ts'
import { requireJob } from '#lib/jobs/job.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { requireRoomToBegin } from '#lib/process/disk-room.ts'
import { requireRunning } from '#lib/process/stopping.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { BatchPersonRow, BatchRow } from '#lib/store/batch-rows.ts'
import { getBatchStore } from '#lib/store/batch-store.ts'
import { BATCHES } from './batch-job.ts'
import { sweepBatches } from './batches.ts'
import type { BatchRequest } from './contract.ts'

/**
 * Starts one change to many employees and returns as soon as the list of employees is stored. The rest runs without the
 * browser; it ends when the account is disabled or loses the right to edit. Throws `too_many_batches` when the account
 * has reached its limit of running batches, and `busy` when the desk is stopping.
 */
export async function startBatch(
  client: PortraitClient,
  request: BatchRequest,
  user: User,
): Promise<BatchRow> {
  await sweepBatches(Date.now())
  await requireRoomToBegin()
  requireRunning()
  if (request.action === 'undo') return startUndo(client, await requireUndoable(request.batch_id, user), user)
  const everybody = await loadRoster(client, request.project_id, { lane: 'interactive' })
  const { project_id, action } = request
  const what = {
    project_id,
    action,
    locale: request.action === 'locale' ? request.locale : null,
    undoes: null,
  }
  return begin(client, { user, what, people: toPeople(request.employee_ids, everybody) })
}

/** Undoes a batch. When nothing is left to undo, returns the undo that was started before. */
async function startUndo(client: PortraitClient, undone: BatchRow, user: User): Promise<BatchRow> {
  const { project_id, action, locale, id } = undone
  const left = await getBatchStore().undoable(id)
  const begun = left.length === 0 && (await getBatchStore().findUndo(id))
  const people = left.map((person, position) => ({ ...person, position, state: 'waiting' as const }))
  return begun || begin(client, { user, what: { project_id, action, locale, undoes: id }, people })
}

type Begun = {
  user: User
  what: Pick<BatchRow, 'project_id' | 'action' | 'locale' | 'undoes'>
  people: BatchPersonRow[]
}

async function begin(client: PortraitClient, { user, what, people }: Begun): Promise<BatchRow> {
  const row: BatchRow = {
    id: randomUUID(),
    owner_id: user.id,
    owner_email: user.email,
    ...what,
    key_fingerprint: client.keyFingerprint,
    state: 'running',
    pause_reason: null,
    cancel_asked_at: null,
    cancelled_by: null,
    created_at: new Date().toISOString(),
    ended_at: null,
  }
  const { batchesRunning: running, batchesKept: kept } = getEnv().quotas
  if (!(await getBatchStore().create(row, people, { running, kept })))
    throw new DeskError('too_many_batches', { values: { max: running } })
  const logged = { user: user.id, action: row.action, people: people.length }
  startJob(BATCHES, row, { client, logged })
  return row
}

/** Lists each employee once. */
function toPeople(employeeIds: readonly number[], everybody: readonly Employee[]): BatchPersonRow[] {
  const names = new Map(everybody.map(employee => [employee.id, employee]))
  return [...new Set(employeeIds)].map((employee_id, position) => {
    const known = names.get(employee_id)
    return {
      position,
      employee_id,
      name: known ? toPersonName(known) : '',
      mitarbeiternummer: known?.mitarbeiternummer ?? '',
      state: 'waiting',
      error: null,
      before: null,
      after: null,
    }
  })
}

/** Throws `invalid` for batches that cannot be undone: deletions, undos, and batches that have not ended. */
async function requireUndoable(batchId: string, user: User): Promise<BatchRow> {
  const row = await requireJob(BATCHES, user, batchId)
  if (row.action === 'delete' || row.undoes !== null || !isFinished(row))
    throw new DeskError('invalid', { errors: { batch_id: ['This cannot be taken back.'] } })
  return row
}
