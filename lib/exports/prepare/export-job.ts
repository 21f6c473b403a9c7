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

/** After the archive is ready its photos stay for so long whatever else comes into the store; a download keeps its own. */
const PINNED_MS = 60 * 60_000

/** A service that says each time another size is asked no further. */
const SIZE_CHANGES_MAX = 5

/** A service that answers other calls but not these is waited for so often. */
const COMPARISONS_FAILED_MAX = 20

/** Preparing archives of photos. See docs/decisions/018-exports-outlive-everything.md. */
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

  /** With any key: what the old one has fetched is taken over, or fetched again. */
  accepts: async () => true,

  /** What was ready once is for everybody who may download it. */
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
    // Hours of work are not lost for a moment in which the service does not answer, or its list does not hold still.
    if (run.isComparing && isUnread(thrown) && !toPauseReason(thrown)) {
      run.comparisonsFailed += 1
      return run.comparisonsFailed > COMPARISONS_FAILED_MAX ? null : { pause: 'service_unreachable' }
    }
    if (!isSizeChanged(thrown) || run.sizeChanges >= SIZE_CHANGES_MAX) return null
    run.sizeChanges += 1
    run.peopleRead = null
    return { againMs: 0 }
  },

  /** What was ready once is so again: whoever wants what it lacks lets that be fetched again. */
  end(row, ending) {
    const changes = { error: null, ...ending, ...(wasReady(row) && { state: 'ready' as const }) }
    const ended = { ...changes, pause_reason: null, ended_at: new Date().toISOString() }
    return getExportStore().update(row.id, ended, ['preparing', 'paused'])
  },

  /** The photos are there or not, whatever can be written down of it. */
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
