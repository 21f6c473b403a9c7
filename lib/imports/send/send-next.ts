import 'server-only'
import { DeskError } from '#lib/errors.ts'
import type { ImportRecord, TaskRecord } from '#lib/store/import-rows.ts'
import { getImportStore } from '#lib/store/import-store.ts'
import type { Job } from './job.ts'
import { nextRound } from './narrowing.ts'
import type { RunningImport } from './running-imports.ts'
import { sendCreates } from './send-creates.ts'
import { sendUpdate } from './send-update.ts'

/**
 * Sends the next rows and writes down what has become of them. False when there is nothing to send (any more, or
 * because somebody has paused it). Throws what went wrong; rows whose fate is not known then stay in flight.
 */
export async function sendNext(run: RunningImport, record: ImportRecord): Promise<boolean> {
  const store = getImportStore()
  const recall = new AbortController()
  run.recall = () => recall.abort(new DeskError('cancelled', { neverSent: true }))
  const isUnderWay = (await store.inFlight(run.id)).length > 0
  const tasks = await takeNext(run)
  if (tasks.length === 0) return false
  const inDoubt = tasks.some(({ in_flight }) => in_flight)
  if (!isUnderWay || run.call.rows.length === 0)
    run.call = { rows: tasks.map(({ row }) => row), wasApart: inDoubt && !isUnderWay }
  const job: Job = { run, record, recall: recall.signal, inDoubt }
  try {
    const creates = tasks.filter(task => task.task === 'create')
    if (creates.length > 0) await sendCreates(job, creates)
    for (const task of tasks) if (task.task === 'update') await sendUpdate(job, task)
    return true
  } catch (error) {
    if (!inDoubt && error instanceof DeskError && error.neverSent) await store.putBack(run.id)
    throw error
  } finally {
    run.recall = () => {}
  }
}

/** What was set apart comes in rounds, each with smaller groups than the one before. */
async function takeNext(run: RunningImport): Promise<TaskRecord[]> {
  const store = getImportStore()
  const { after, size } = run.narrowing
  const tasks = await store.take(run.id, run.chunkSize, { after, max: size })
  if (tasks.length > 0 || after === 0) return tasks
  run.narrowing = nextRound(run.narrowing)
  return store.take(run.id, run.chunkSize, { after: 0, max: run.narrowing.size })
}
