import 'server-only'
import { DeskError } from '#lib/errors.ts'
import type { ImportRecord } from '#lib/store/import-rows.ts'
import { getImportStore } from '#lib/store/import-store.ts'
import type { RunningImport } from './running-imports.ts'
import { sendCreates } from './send-creates.ts'
import { sendUpdate } from './send-update.ts'

export type Job = {
  run: RunningImport
  record: ImportRecord
  recall: AbortSignal
  /** The same rows have left before, and nobody knows what became of them. */
  inDoubt: boolean
}

/**
 * Sends the next rows and writes down what has become of them. False when there is nothing to send (any more, or
 * because somebody has paused it). Throws what went wrong; rows whose fate is not known then stay in flight.
 */
export async function sendNext(run: RunningImport, record: ImportRecord): Promise<boolean> {
  const store = getImportStore()
  const recall = new AbortController()
  run.recall = () => recall.abort(new DeskError('cancelled', { neverSent: true }))
  const inDoubt = (await store.inFlight(run.id)).length > 0
  const tasks = await store.take(run.id, run.chunkSize)
  if (tasks.length === 0) return false
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
