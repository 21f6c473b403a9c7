import 'server-only'
import type { JobKind } from '#lib/jobs/job.ts'
import { isUnread, toPauseReason } from '#lib/jobs/pause.ts'
import { PhotoDoubts } from '#lib/photos/photo-doubts.ts'
import { isSizeChanged } from '#lib/photos/removed-meanwhile.ts'
import type { ExportRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'
import { finishExport } from './finish-export.ts'
import { planEntries } from './plan-entries.ts'
import { preparePhotos } from './prepare-photos.ts'
import { recordExportEnded } from './record-export.ts'
import { catchUp, refreshEntries } from './refresh-entries.ts'
import { type ExportMemory, type RunningExport, wasReady } from './running-export.ts'

/**
 * How long photos stay in the store after the archive is ready, whatever else arrives; a running download pins its own.
 */
const PINNED_MS = 60 * 60_000

/** Limit for a service that returns a different size each time. */
const SIZE_CHANGES_MAX = 5

/** Number of failed comparisons tolerated when the service answers other calls but not these. */
const COMPARISONS_FAILED_MAX = 20

/** Prepares archives of photos. See docs/decisions/018-exports-outlive-everything.md. */
export const EXPORTS: JobKind<ExportRow, ExportMemory> = {
  name: 'export',
  working: 'preparing',
  store: getExportStore,
  remember: () => ({
    firstPage: null,
    sizeChanges: 0,
    isComparing: false,
    comparisonsFailed: 0,
    peopleRead: null,
    doubts: new PhotoDoubts(),
    pins: new Map(),
  }),

  /** Continues with any key: photos of the previous key are reused, or fetched again. */
  accepts: async () => true,

  /** An export that was ready before does not end with its owner's account, because others may download it. */
  isOwners: row => !wasReady(row),

  async step(run) {
    run.isComparing = true
    await planEntries(run)
    await comparing(run, refreshEntries)
    do await preparePhotos(run)
    while (await comparing(run, catchUp))
    run.signal.throwIfAborted()
    await finishExport(run.row)
    return false
  },

  async judge(run, thrown) {
    // An unreachable service or a changing list must not discard hours of work.
    if (run.isComparing && isUnread(thrown) && !toPauseReason(thrown)) {
      run.comparisonsFailed += 1
      return run.comparisonsFailed > COMPARISONS_FAILED_MAX ? null : { pause: 'service_unreachable' }
    }
    if (!isSizeChanged(thrown) || run.sizeChanges >= SIZE_CHANGES_MAX) return null
    run.sizeChanges += 1
    run.peopleRead = null
    return { againMs: 0 }
  },

  /** An export that was ready before returns to `ready`: the next download fetches what it lacks. */
  end(row, ending) {
    const changes = { error: null, ...ending, ...(wasReady(row) && { state: 'ready' as const }) }
    const ended = { ...changes, pause_reason: null, ended_at: new Date().toISOString() }
    return getExportStore().update(row.id, ended, ['preparing', 'paused'])
  },

  /** The photos are complete even when recording the end fails. */
  settle: row => recordExportEnded(row).catch(() => {}),

  release(run) {
    if (run.cancellation.signal.aborted) unpin(run)
    else setTimeout(() => unpin(run), PINNED_MS).unref()
  },

  account: async ({ done, failed, bytes, error }) => ({ done, failed, bytes, error }),
}

async function comparing<Result>(
  run: RunningExport,
  compare: (run: RunningExport) => Promise<Result>,
): Promise<Result> {
  run.isComparing = true
  const result = await compare(run)
  run.isComparing = false
  run.comparisonsFailed = 0
  return result
}

function unpin({ pins }: RunningExport): void {
  for (const release of pins.values()) release()
  pins.clear()
}
