import 'server-only'
import { recordActivity } from '#lib/activity/record-activity.ts'
import { findCreated, findUpdated } from '#lib/employees/lost-answers.ts'
import { toPerson } from '#lib/employees/recorded-writes.ts'
import { recordImportEnded } from '#lib/imports/record-import.ts'
import { log } from '#lib/log.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { CreateTask, ImportRecord, RowResult, TaskRecord, UpdateTask } from '#lib/store/import-rows.ts'
import { getImportStore } from '#lib/store/import-store.ts'

type Ending = { state: 'cancelled' } | { state: 'failed'; error: string }

/** Everything that was to be sent has an outcome. False when there is still something, or somebody was faster. */
export async function finishImport(record: ImportRecord): Promise<boolean> {
  if (!(await getImportStore().finish(record.id, new Date().toISOString()))) return false
  await tellEnd(record)
  return true
}

/** Nothing more leaves for the service. What is on its way is settled by whoever sends it, else by `settleInFlight`. */
export async function stopImport({ id }: ImportRecord, ending: Ending): Promise<boolean> {
  const now = new Date().toISOString()
  const changes = { error: null, ...ending, pause_reason: null, ended_at: now, touched_at: now }
  return getImportStore().end(id, changes, ['sending', 'paused'])
}

/** After a stop: looks up what became of the rows that were on their way, so that the account is true, and closes it. */
export async function settleInFlight(record: ImportRecord, client: PortraitClient | null): Promise<void> {
  const store = getImportStore()
  const tasks = await store.inFlight(record.id)
  if (tasks.length > 0) await store.settle(record.id, await lookUp(tasks, { record, client }))
  await tellEnd(record)
}

type Asked = { record: ImportRecord; client: PortraitClient | null }

async function lookUp(tasks: TaskRecord[], { record, client }: Asked): Promise<RowResult[]> {
  try {
    if (!client) throw new Error('Nobody to ask.')
    const updates = tasks.filter(task => task.task === 'update')
    const creates = tasks.filter(task => task.task === 'create')
    const results = creates.length > 0 ? await lookUpCreates(creates, { record, client }) : []
    for (const task of updates) results.push(await lookUpUpdate(task, client))
    return results
  } catch {
    return tasks.map(({ row }) => ({ row, outcome: 'unknown' }))
  }
}

async function lookUpCreates(
  tasks: CreateTask[],
  { record, client }: { record: ImportRecord; client: PortraitClient },
): Promise<RowResult[]> {
  const inputs = tasks.map(({ input }) => input)
  const created = await findCreated(client, record.project_id, inputs, { lane: 'background' })
  if (!created) return tasks.map(({ row }) => ({ row, outcome: 'not_sent' }))
  await recordActivity({
    actor: { id: record.owner_id, email: record.owner_email },
    action: 'employees_created',
    project: record.project_id,
    employees: created.map(({ id }) => id),
    details: { people: created.map(toPerson) },
  })
  return tasks.map(({ row }, index) => ({
    row,
    outcome: 'created',
    employee_id: created[index]?.id ?? null,
    mitarbeiternummer: created[index]?.mitarbeiternummer ?? null,
  }))
}

async function lookUpUpdate(
  { row, employee_id, input }: UpdateTask,
  client: PortraitClient,
): Promise<RowResult> {
  const updated = await findUpdated(client, employee_id, input, { lane: 'background' })
  if (!updated) return { row, outcome: 'not_sent' }
  const { mitarbeiternummer } = updated.data
  return { row, outcome: 'updated', mitarbeiternummer, invitation_resent: updated.meta.invitation_resent }
}

async function tellEnd(record: ImportRecord): Promise<void> {
  const { id } = record
  const { rows: _, open: __, ...outcomes } = await getImportStore().counts(id)
  log('info', 'import_ended', { import: id, ...outcomes })
  // The writes have their entries; for want of this one nothing is undone.
  await recordImportEnded(record).catch(() => {})
}
