import 'server-only'
import { randomUUID } from 'node:crypto'
import type { User } from '#lib/contracts/session.ts'
import { loadRoster } from '#lib/employees/roster.ts'
import { DeskError } from '#lib/errors.ts'
import { startJob } from '#lib/jobs/engine.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { requireRoomToBegin } from '#lib/process/disk-room.ts'
import { requireRunning } from '#lib/process/stopping.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { BatchPersonRow, BatchRow } from '#lib/store/batch-rows.ts'
import { getBatchStore } from '#lib/store/batch-store.ts'
import { BATCHES } from './batch-job.ts'
import { sweepBatches } from './batches.ts'
import type { BatchRequest } from './contract.ts'

/**
 * Begins to do the same to many people, and returns as soon as it is written down who they are. The rest happens
 * without the browser; an account that is disabled, or may not edit any more, ends it. Throws
 * `too_many_batches` when this person has as many under way as they may, and `busy` when the desk stops.
 */
export async function startBatch(
  client: PortraitClient,
  request: BatchRequest,
  user: User,
): Promise<BatchRow> {
  await sweepBatches(Date.now())
  await requireRoomToBegin()
  requireRunning()
  const everybody = await loadRoster(client, request.project_id, { lane: 'interactive' })
  const names = new Map(everybody.map(employee => [employee.id, employee]))
  const people = [...new Set(request.employee_ids)].map((employee_id, position): BatchPersonRow => {
    const known = names.get(employee_id)
    return {
      position,
      employee_id,
      name: known ? `${known.first_name} ${known.last_name}` : '',
      mitarbeiternummer: known?.mitarbeiternummer ?? '',
      state: 'waiting',
      error: null,
    }
  })
  const row: BatchRow = {
    id: randomUUID(),
    owner_id: user.id,
    owner_email: user.email,
    project_id: request.project_id,
    key_fingerprint: client.keyFingerprint,
    action: request.action,
    locale: request.action === 'locale' ? request.locale : null,
    state: 'running',
    pause_reason: null,
    created_at: new Date().toISOString(),
    ended_at: null,
  }
  const { batchesRunning: running, batchesKept: kept } = getEnv().quotas
  if (!(await getBatchStore().create(row, people, { running, kept })))
    throw new DeskError('too_many_batches', { values: { max: running } })
  const told = { user: user.id, action: row.action, people: people.length }
  startJob(BATCHES, row, { client, told })
  return row
}
