import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import { recordActivity } from '#lib/activity/record-activity.ts'
import { findCreatedBefore, findUpdated } from '#lib/employees/lost-responses.ts'
import { aboutCreated } from '#lib/employees/recorded-writes.ts'
import { DeskError, toDeskError } from '#lib/errors.ts'
import { recordImportEnded } from '#lib/imports/record-import.ts'
import { requireSameProject } from '#lib/imports/same-project.ts'
import type { Ending } from '#lib/jobs/job.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { CreateTask, ImportRecord, RowResult, TaskRecord, UpdateTask } from '#lib/store/import-rows.ts'
import { getImportStore } from '#lib/store/import-store.ts'
import { findAlreadyThere, isClaimed, toCreated } from './resolve-taken.ts'

/** Number of look-ups at an unavailable service; after the last one the outcome is `unknown`. */
const ASKS_MAX = 3
const ASK_AGAIN_MAX_MS = 5_000

/**
 * Ends the import: no further call starts. In-flight calls are completed by their sender, otherwise by `settleImport`.
 */
export async function endImport({ id }: ImportRecord, ending: Ending): Promise<boolean> {
  const now = new Date().toISOString()
  const changes = { error: null, ...ending, pause_reason: null, ended_at: now, touched_at: now }
  return getImportStore().end(id, changes, ['sending', 'paused'])
}

/** Looks up the outcome of in-flight rows, so that the result is correct, and completes it. */
export async function settleImport(record: ImportRecord, client: PortraitClient | null): Promise<void> {
  const store = getImportStore()
  const tasks = await store.inFlight(record.id)
  if (tasks.length > 0) await store.settle(record.id, await lookUp(tasks, { record, client }))
  // The writes have their own entries, so a failure to record the end undoes nothing.
  await recordImportEnded(record).catch(() => {})
}

type Asked = { record: ImportRecord; client: PortraitClient | null }

async function lookUp(tasks: TaskRecord[], { record, client }: Asked): Promise<RowResult[]> {
  for (let asks = 1; client && asks <= ASKS_MAX; asks += 1)
    try {
      return await askAbout(tasks, { record, client })
    } catch (error) {
      if (asks < ASKS_MAX) await wait(toAskAgainMs(error))
    }
  return tasks.map(({ row }) => ({ row, outcome: 'unknown' }))
}

/** The delay that the service asked for, capped. */
function toAskAgainMs(error: unknown): number {
  const { retryAfterSeconds = 1, cause } = toDeskError(error)
  const seconds = cause instanceof DeskError ? (cause.retryAfterSeconds ?? 1) : retryAfterSeconds
  return Math.min(ASK_AGAIN_MAX_MS, seconds * 1000)
}

async function askAbout(
  tasks: TaskRecord[],
  { record, client }: { record: ImportRecord; client: PortraitClient },
): Promise<RowResult[]> {
  // The account that cancels may have the key of another customer, where these employees never existed.
  await requireSameProject(client, record)
  const creates = tasks.filter(task => task.task === 'create')
  const results = creates.length > 0 ? await findCreates(creates, { record, client }) : []
  for (const task of tasks) if (task.task === 'update') results.push(await findUpdate(task, client))
  return results
}

async function findCreates(
  tasks: CreateTask[],
  { record, client }: { record: ImportRecord; client: PortraitClient },
): Promise<RowResult[]> {
  const inputs = tasks.map(({ input }) => input)
  const created = await findCreatedBefore(client, record.project_id, inputs, { lane: 'background' })
  if (!created) return tasks.map(({ row }) => ({ row, outcome: 'not_sent' }))
  if (await isClaimed(record.id, created)) {
    const there = findAlreadyThere(
      tasks,
      created.filter(employee => employee !== null),
    )
    return tasks.map(({ row }) => there.find(result => result.row === row) ?? { row, outcome: 'not_sent' })
  }
  await recordActivity({
    actor: { id: record.owner_id, email: record.owner_email },
    action: 'employees_created',
    project: record.project_id,
    ...aboutCreated(created, { id: record.id, kind: 'import' }),
  })
  return toCreated(tasks, created)
}

async function findUpdate(
  { row, employee_id, input: { from, ...input } }: UpdateTask,
  client: PortraitClient,
): Promise<RowResult> {
  const updated = await findUpdated(client, employee_id, input, {
    lane: 'background',
    before: from ?? {},
  })
  if (!updated) return { row, outcome: 'not_sent' }
  const { mitarbeiternummer } = updated.data
  return { row, outcome: 'updated', mitarbeiternummer, invitation_resent: updated.meta.invitation_resent }
}
