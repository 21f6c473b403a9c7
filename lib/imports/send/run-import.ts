import 'server-only'
import { describeError } from '#lib/describe-error.ts'
import { toDeskError } from '#lib/errors.ts'
import { logPaused, logResumed } from '#lib/jobs/log-job.ts'
import { endOfPause, type PauseReason } from '#lib/jobs/pause.ts'
import { log } from '#lib/log.ts'
import { oneAtATime } from '#lib/one-at-a-time.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { EMPLOYEES_PER_CREATE } from '#lib/portrait-api/contract.ts'
import { isStopping } from '#lib/process/stopping.ts'
import { findUser } from '#lib/session/accounts.ts'
import { canImport } from '#lib/session/permissions.ts'
import type { ImportRecord } from '#lib/store/import-rows.ts'
import { getImportStore } from '#lib/store/import-store.ts'
import { finishImport, settleInFlight, stopImport } from './end-import.ts'
import { giveWay, isFailedCall } from './give-way.ts'
import { findPauseReason, isPassing, MISHAPS_MAX, toWaitMs } from './mishap.ts'
import { startNarrowing } from './narrowing.ts'
import { getRunningImports, type RunningImport } from './running-imports.ts'
import { sendNext } from './send-next.ts'

/**
 * Sends an import from wherever it is to its end, or until somebody pauses it. What stands in the way of everybody
 * pauses it too, and it goes on from where it was. Never throws.
 * See docs/decisions/020-bulk-work-is-noted-before-each-call.md.
 */
export async function runImport(client: PortraitClient, record: ImportRecord): Promise<void> {
  // A desk that stops takes nothing up any more; its next start does.
  if (getRunningImports().has(record.id) || isStopping()) return
  const run: RunningImport = {
    id: record.id,
    client,
    cancellation: new AbortController(),
    wake() {},
    recall() {},
    chunkSize: EMPLOYEES_PER_CREATE,
    mishaps: 0,
    call: { rows: [], wasApart: false },
    narrowing: startNarrowing(),
  }
  getRunningImports().set(run.id, run)
  try {
    while (await goOn(run, record));
    getRunningImports().delete(run.id)
    // Whoever pressed "go on" in the last moment found it still running.
    const now = await getImportStore().find(run.id)
    if (now?.state === 'sending' && !run.cancellation.signal.aborted) void runImport(run.client, now)
  } catch (error) {
    getRunningImports().delete(run.id)
    log('error', 'import_broken', { import: run.id, ...describeError(error) })
  }
}

/** False when there is nothing more to do. */
async function goOn(run: RunningImport, record: ImportRecord): Promise<boolean> {
  if (run.cancellation.signal.aborted) return false
  const owner = await findUser(record.owner_id)
  if (!owner || !canImport(owner)) await stopImport(record, { state: 'cancelled' })
  try {
    // Two lists into the same project would otherwise not know of a lost call whose people it made.
    if (await oneAtATime(`project ${record.project_id}`, () => sendNext(run, record))) {
      run.mishaps = 0
      return true
    }
    return await leave(run, record)
  } catch (thrown) {
    return recover(run, record, thrown)
  }
}

/** Whether to go on after what went wrong. */
async function recover(run: RunningImport, record: ImportRecord, thrown: unknown): Promise<boolean> {
  const reason = findPauseReason(thrown)
  if (reason) return pause(run, reason, thrown)
  const { code } = toDeskError(thrown)
  if (isPassing(thrown)) {
    // What was taken back is no mishap: somebody has pressed pause or cancel.
    if (code === 'cancelled') return true
    run.mishaps += 1
    if (isFailedCall(run, thrown) && (await giveWay(run, thrown))) return true
    if (run.mishaps >= MISHAPS_MAX) return pause(run, 'service_unreachable', thrown)
    await rest(run, toWaitMs(run.mishaps))
    return true
  }
  if (code === 'internal') log('error', 'import_broken', { import: run.id, ...describeError(thrown) })
  await stopImport(record, { state: 'failed', error: code })
  return true
}

/** Nothing can be sent now. True when somebody has pressed "go on" in this very moment. */
async function leave(run: RunningImport, record: ImportRecord): Promise<boolean> {
  if (await finishImport(record)) return false
  const state = (await getImportStore().find(run.id))?.state
  if (state === 'cancelled' || state === 'failed') await settleInFlight(record, run.client)
  return state === 'sending'
}

/** False when a person has paused or ended it meanwhile. */
async function pause(run: RunningImport, reason: PauseReason, cause: unknown): Promise<boolean> {
  logPaused('import', run.id, { reason, cause })
  run.mishaps = 0
  // Whoever reads that it is paused may wake it at once, so that must be possible before it is written down.
  const ended = endOfPause(run, reason, cause)
  const paused = await getImportStore()
    .update(run.id, { state: 'paused', pause_reason: reason }, ['sending'])
    // On a full disk not even this may fit; it pauses all the same.
    .catch(() => true)
  if (!paused) run.wake()
  await ended
  if (paused && (await getImportStore().endPause(run.id, reason))) logResumed('import', run.id, reason)
  return true
}

async function rest(run: RunningImport, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  run.wake = resolve
  await promise
  clearTimeout(timer)
  run.wake = () => {}
}
