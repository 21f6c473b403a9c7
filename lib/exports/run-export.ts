import 'server-only'
import { describeError } from '#lib/describe-error.ts'
import { toDeskError } from '#lib/errors.ts'
import { logPaused, logResumed } from '#lib/jobs/log-job.ts'
import { endOfPause, toPauseReason } from '#lib/jobs/pause.ts'
import { log } from '#lib/log.ts'
import { isSizeChanged } from '#lib/photos/removed-meanwhile.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { EmployeePage } from '#lib/portrait-api/contract.ts'
import { isStopping } from '#lib/process/stopping.ts'
import { watchAccount } from '#lib/session/watch-access.ts'
import type { ExportRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'
import type { PauseReason } from './contract.ts'
import { cancelExport } from './exports.ts'
import { finishExport } from './finish-export.ts'
import { planEntries } from './plan-entries.ts'
import { preparePhotos } from './prepare-photos.ts'
import { catchUp, refreshEntries } from './refresh-entries.ts'
import { getRunningExports, type RunningExport } from './running-exports.ts'

/** After the archive is ready its photos stay for so long whatever else comes into the store; a download keeps its own. */
const PINNED_MS = 60 * 60_000

/** A service that says each time another size is asked no further. */
const SIZE_CHANGES_MAX = 5

/**
 * Takes an export from wherever it is to `ready` or `failed`; `cancelled` comes from outside. What stands in the way of
 * everybody pauses it, and it goes on from where it was. Never throws.
 * See docs/decisions/018-exports-outlive-everything.md.
 */
export async function runExport(
  client: PortraitClient,
  row: ExportRow,
  firstPage: EmployeePage | null = null,
): Promise<void> {
  // A desk that stops takes nothing up any more; its next start does.
  if (getRunningExports().has(row.id) || isStopping()) return
  const run: RunningExport = {
    id: row.id,
    client,
    firstPage,
    sizeChanges: 0,
    peopleReadAt: null,
    left: 0,
    cancellation: new AbortController(),
    pins: new Map(),
    wake() {},
  }
  getRunningExports().set(row.id, run)
  const stopWatching = watchAccount(row.owner_id, () => void cancelExport(row))
  const { signal } = run.cancellation
  try {
    while (!signal.aborted && !(await tryOnce(run)));
  } finally {
    stopWatching()
    getRunningExports().delete(run.id)
    if (signal.aborted) letGo(run)
    else setTimeout(() => letGo(run), PINNED_MS).unref()
    await logEnd(run.id)
  }
}

/** True when there is nothing more to do. */
async function tryOnce(run: RunningExport): Promise<boolean> {
  const { signal } = run.cancellation
  const store = getExportStore()
  try {
    if (!(await store.update(run.id, { state: 'preparing', pause_reason: null }, ['preparing', 'paused'])))
      return true
    await planEntries(run)
    await refreshEntries(run)
    do await preparePhotos(run)
    while (await catchUp(run))
    signal.throwIfAborted()
    await finishExport(run)
    return true
  } catch (thrown) {
    if (signal.aborted) return true
    if (isSizeChanged(thrown) && run.sizeChanges < SIZE_CHANGES_MAX) {
      run.sizeChanges += 1
      run.peopleReadAt = null
      return false
    }
    const reason = toPauseReason(thrown)
    if (!reason) {
      const { code: error } = toDeskError(thrown)
      if (error === 'internal') log('error', 'export_broken', { export: run.id, ...describeError(thrown) })
      const end = { state: 'failed', pause_reason: null, error, ended_at: new Date().toISOString() } as const
      await store.update(run.id, end, ['preparing', 'paused']).catch(() => {})
      return true
    }
    await pause(run, reason, thrown)
    return signal.aborted
  }
}

async function pause(run: RunningExport, reason: PauseReason, cause: unknown): Promise<void> {
  logPaused('export', run.id, { reason, cause })
  // Whoever reads that it is paused may wake it at once, so that must be possible before it is written down.
  const ended = endOfPause(run, reason, cause)
  // On a full disk not even this may fit; the export pauses all the same.
  await getExportStore()
    .update(run.id, { state: 'paused', pause_reason: reason }, ['preparing'])
    .catch(() => {})
  await ended
  if (!run.cancellation.signal.aborted) logResumed('export', run.id, reason)
}

function letGo({ pins }: RunningExport): void {
  for (const unpin of pins.values()) unpin()
  pins.clear()
}

async function logEnd(id: string): Promise<void> {
  const row = await getExportStore()
    .find(id)
    .catch(() => null)
  // One that waits for the desk's next start has not ended.
  if (!row || row.state === 'preparing' || row.state === 'paused') return
  const { state, done, failed, bytes, error } = row
  log(state === 'failed' ? 'warn' : 'info', 'export_ended', {
    export: id,
    state,
    done,
    failed,
    bytes,
    error,
  })
}
