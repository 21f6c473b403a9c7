import 'server-only'
import type { JobKind } from '#lib/jobs/job.ts'
import { isSizeChanged } from '#lib/photos/removed-meanwhile.ts'
import type { ExportRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'
import { finishExport } from './finish-export.ts'
import { planEntries } from './plan-entries.ts'
import { preparePhotos } from './prepare-photos.ts'
import { recordExportEnded } from './record-export.ts'
import { catchUp, refreshEntries } from './refresh-entries.ts'
import type { ExportMemory, RunningExport } from './running-export.ts'

/** After the archive is ready its photos stay for so long whatever else comes into the store; a download keeps its own. */
const PINNED_MS = 60 * 60_000

/** A service that says each time another size is asked no further. */
const SIZE_CHANGES_MAX = 5

/** Preparing archives of photos. See docs/decisions/018-exports-outlive-everything.md. */
export const EXPORTS: JobKind<ExportRow, ExportMemory> = {
  name: 'export',
  working: 'preparing',
  callsEndFirst: false,
  tryKeyEveryMs: null,
  store: getExportStore,
  remember: () => ({ firstPage: null, sizeChanges: 0, peopleRead: null, pins: new Map() }),

  /** With any key: what the old one has fetched is taken over, or fetched again. */
  accepts: async () => true,

  async step(run) {
    await planEntries(run)
    await refreshEntries(run)
    do await preparePhotos(run)
    while (await catchUp(run))
    run.signal.throwIfAborted()
    await finishExport(run.row)
    return false
  },

  async judge(run, thrown) {
    if (!isSizeChanged(thrown) || run.sizeChanges >= SIZE_CHANGES_MAX) return null
    run.sizeChanges += 1
    run.peopleRead = null
    return { againMs: 0 }
  },

  end({ id }, ending) {
    const changes = { ...ending, pause_reason: null, ended_at: new Date().toISOString() }
    return getExportStore().update(id, changes, ['preparing', 'paused'])
  },

  /** The photos are there or not, whatever can be written down of it. */
  settle: row => recordExportEnded(row).catch(() => {}),

  letGo(run) {
    if (run.cancellation.signal.aborted) unpin(run)
    else setTimeout(() => unpin(run), PINNED_MS).unref()
  },

  account: async ({ done, failed, bytes, error }) => ({ done, failed, bytes, error }),
}

function unpin({ pins }: RunningExport): void {
  for (const letGo of pins.values()) letGo()
  pins.clear()
}
