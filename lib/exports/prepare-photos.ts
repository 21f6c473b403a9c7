import 'server-only'
import { DeskError, toDeskError } from '#lib/errors.ts'
import { toPauseReason } from '#lib/jobs/pause.ts'
import type { StoredPhoto } from '#lib/photo-store/photo-file.ts'
import { pinPhoto } from '#lib/photo-store/photo-pins.ts'
import { isFileGone } from '#lib/photos/removed-meanwhile.ts'
import type { EntryRow, ExportRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'
import { toPixelNotices } from './export-size.ts'
import { fetchFile, toFilePath } from './fetch-file.ts'
import { toProblem } from './problems.ts'
import { Progress } from './progress.ts'
import { isCurrent } from './refresh-entries.ts'
import { RenderError } from './render/render-photo.ts'
import type { RunningExport } from './running-exports.ts'

/** Photos on their way at once: enough to use a burst of the budget, few enough to keep memory flat. */
const PHOTOS_IN_FLIGHT = 6

/** Failures of the way, not of the photo: worth a second look when all others have had their turn. */
const PASSING = new Set<string>(['service_unreachable', 'gateway_answered', 'service_timeout'])

/** One person's files, which all come from one photo of the service. */
type Task = EntryRow[]

/**
 * Gets every file that the export still lacks. A photo that cannot be had is noted and stops nothing; what concerns
 * all of them is thrown, when the last worker has ended.
 */
export async function preparePhotos(run: RunningExport): Promise<void> {
  const entries = await getExportStore().entries(run.id)
  const progress = new Progress(run.id, await requireRow(run.id))
  // Those that an earlier process, or another key, has fetched are needed as much as what comes now.
  for (const entry of entries)
    if (entry.state === 'done') pin(run, toFilePath(run.client.keyFingerprint, entry))
  const tasks = toTasks(entries.filter(({ state }) => state === 'waiting'))
  run.left = tasks.length
  try {
    const again = await workOff(run, tasks, { progress, isLastLook: false })
    await workOff(run, again, { progress, isLastLook: true })
  } finally {
    run.left = 0
    await progress.end()
  }
  if (progress.doneCount === 0 && progress.lastError) throw progress.lastError
}

type Round = { progress: Progress; isLastLook: boolean }

/** A few workers share one queue. Returns the tasks that are worth a second look. */
async function workOff(run: RunningExport, tasks: Task[], round: Round): Promise<Task[]> {
  const queue = tasks.values()
  const again: Task[] = []
  let stopped = false
  const worker = async () => {
    for (const task of queue) {
      if (stopped) return
      try {
        if (await settle(run, task, round)) run.left -= 1
        else again.push(task)
      } catch (error) {
        stopped = true
        throw error
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: PHOTOS_IN_FLIGHT }, worker))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return again
}

/** False when the task shall be looked at again. */
async function settle(run: RunningExport, task: Task, { progress, isLastLook }: Round): Promise<boolean> {
  const { signal } = run.cancellation
  // What was heard of them since the plan was made counts at once; they wait until the plan knows it too.
  if (!task.every(entry => isCurrent(run.client, entry))) return true
  try {
    const files: StoredPhoto[] = []
    for (const entry of task) files.push(await fetchFile(run.client, entry, signal))
    for (const { path } of files) pin(run, path)
    const done = task.map((entry, index) => {
      const facts = toFacts(files[index])
      return { ...entry, ...facts, state: 'done' as const, problem: null }
    })
    progress.done(done, done.flatMap(toPixelNotices))
    return true
  } catch (thrown) {
    if (signal.aborted || toPauseReason(thrown)) throw thrown
    if (isFileGone(thrown) && !isLastLook) return false
    const code = thrown instanceof RenderError ? thrown.code : toDeskError(thrown).code
    if (code === 'internal' || code === 'unknown_size' || code === 'size_changed') throw thrown
    if (PASSING.has(code) && !isLastLook) return false
    noteFailure(progress, task, { code, error: toDeskError(thrown) })
    return true
  }
}

function pin({ pins }: RunningExport, path: string): void {
  if (!pins.has(path)) pins.set(path, pinPhoto(path))
}

function noteFailure(progress: Progress, task: Task, { code, error }: { code: string; error: DeskError }) {
  const [first] = task
  if (!first) return
  progress.failed(
    task.map(({ position }) => ({ position, state: 'failed', problem: code, ...toFacts(undefined) })),
    { problem: toProblem(first.employee, code, null), error },
  )
}

async function requireRow(id: string): Promise<ExportRow> {
  const row = await getExportStore().find(id)
  if (!row) throw new DeskError('not_found')
  return row
}

function toFacts(photo: StoredPhoto | undefined) {
  return {
    pixels: photo?.pixels ?? null,
    bytes: photo?.bytes ?? null,
    crc32: photo?.crc32 ?? null,
    sha256: photo?.sha256 ?? null,
  }
}

function toTasks(entries: EntryRow[]): Task[] {
  return [...Map.groupBy(entries, ({ employee_id }) => employee_id).values()]
}
