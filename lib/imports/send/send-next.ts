import 'server-only'
import { updateEmployeeRecorded } from '#lib/employees/recorded-writes.ts'
import { DeskError } from '#lib/errors.ts'
import type { TaskRecord, UpdateTask } from '#lib/store/import-rows.ts'
import { getImportStore } from '#lib/store/import-store.ts'
import { afterSuccess, nextRound } from './bisect.ts'
import { findChangedMeanwhile } from './changed-meanwhile.ts'
import { toSingleProblems } from './refusal.ts'
import type { RunningImport } from './running-import.ts'
import { sendCreates } from './send-creates.ts'

/**
 * Sends the next rows and stores their outcome. Returns false when there is nothing to send, also because a user has
 * paused the import. Throws errors; rows with an unknown outcome then stay in flight.
 */
export async function sendNext(run: RunningImport): Promise<boolean> {
  const { id } = run.row
  const store = getImportStore()
  const isUnderWay = (await store.inFlight(id)).length > 0
  const tasks = await takeNext(run)
  if (tasks.length === 0) return false
  const inDoubt = tasks.some(({ in_flight }) => in_flight)
  if (!isUnderWay || run.call.rows.length === 0)
    run.call = { rows: tasks.map(({ row }) => row), wasApart: inDoubt && !isUnderWay }
  try {
    const creates = tasks.filter(task => task.task === 'create')
    if (creates.length > 0) await sendCreates(run, creates, inDoubt)
    for (const task of tasks) if (task.task === 'update') await sendUpdate(run, task, inDoubt)
    return true
  } catch (error) {
    if (!inDoubt && error instanceof DeskError && error.neverSent) await store.putBack(id)
    throw error
  }
}

/** Takes the next rows. Rows set apart come in rounds, each with smaller groups than the one before. */
async function takeNext(run: RunningImport): Promise<TaskRecord[]> {
  const { id } = run.row
  const store = getImportStore()
  const { after, size } = run.bisection
  const tasks = await store.take(id, run.chunkSize, { after, max: size })
  if (tasks.length > 0 || after === 0) return tasks
  run.bisection = nextRound(run.bisection)
  return store.take(id, run.chunkSize, { after: 0, max: run.bisection.size })
}

/** Sends one employee's changed fields. Handles a refusal; throws every other error. */
async function sendUpdate(run: RunningImport, task: UpdateTask, inDoubt: boolean): Promise<void> {
  const { id, owner_id, owner_email } = run.row
  const { row, employee_id } = task
  const { from, ...input } = task.input
  const store = getImportStore()
  try {
    const changed = await findChangedMeanwhile(run, task)
    if (changed.length > 0) return await store.settle(id, [{ row, outcome: 'refused', problems: changed }])
    const { data, meta } = await updateEmployeeRecorded(employee_id, {
      client: run.client,
      actor: { id: owner_id, email: owner_email },
      input,
      options: { lane: 'background', recall: run.signal, inDoubt, emailBefore: from?.email },
      bulk: { id, kind: 'import' },
    })
    run.bisection = afterSuccess(run.bisection)
    const { mitarbeiternummer } = data
    const { invitation_resent } = meta
    await store.settle(id, [{ row, outcome: 'updated', problems: [], mitarbeiternummer, invitation_resent }])
  } catch (error) {
    if (!(error instanceof DeskError)) throw error
    if (error.code !== 'invalid' && error.code !== 'not_found') throw error
    const problems =
      error.code === 'invalid'
        ? toSingleProblems(error.errors ?? {}, error.sentence)
        : [{ field: null, code: 'gone' as const }]
    await store.settle(id, [{ row, outcome: 'refused', problems }])
  }
}
