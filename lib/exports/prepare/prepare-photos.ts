import 'server-only'
import { DeskError, toDeskError } from '#lib/errors.ts'
import { toPixelNotices } from '#lib/exports/plan/export-size.ts'
import { toProblem } from '#lib/exports/problems.ts'
import { RenderError } from '#lib/exports/render/render-photo.ts'
import { clearBlocked, isForAnotherLook, toPauseReason } from '#lib/jobs/pause.ts'
import { type Look, workOff } from '#lib/jobs/work-off.ts'
import type { StoredPhoto } from '#lib/photo-store/photo-file.ts'
import { pinPhoto } from '#lib/photo-store/photo-pins.ts'
import { isFileGone } from '#lib/photos/removed-meanwhile.ts'
import type { EntryRow, ExportRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'
import { fetchFile, PHOTOS_IN_FLIGHT, toFilePath } from './fetch-file.ts'
import { Progress } from './progress.ts'
import { isCurrent, lackAgain } from './refresh-entries.ts'
import { type RunningExport, wasReady } from './running-export.ts'

/** One employee's files, all made from one photo of the service. */
type Task = EntryRow[]

/**
 * Fetches every file that the export still lacks. A photo that cannot be fetched is recorded and stops nothing; an
 * error that concerns all photos is thrown once the last worker has ended.
 */
export async function preparePhotos(run: RunningExport): Promise<void> {
  const entries = await getExportStore().entries(run.row.id)
  const progress = new Progress(run.row.id, (await requireRow(run.row.id)).done)
  // Photos fetched by an earlier process or key are needed as much as new ones.
  for (const entry of entries)
    if (entry.state === 'done') pin(run, toFilePath(run.client.keyFingerprint, entry))
  const known = entries.find(({ state }) => state === 'done')
  const waiting = toTasks(entries.filter(({ state }) => state === 'waiting'))
  const tasks = await run.doubts.sort(waiting, toPerson, run, known)
  const lookAt = (some: Task[], isLastLook: boolean) =>
    workOff(run, some, PHOTOS_IN_FLIGHT, (task, begun) => settle(run, task, { progress, isLastLook, begun }))
  run.left = tasks.length
  const endBatch = run.client.budget.beginBatch()
  try {
    await lookAt(await lookAt(tasks, false), true)
  } finally {
    run.left = null
    endBatch()
    await progress.end()
  }
  if (progress.doneCount > 0 || !progress.lastError) return
  if (wasReady(run.row)) await lackAgain(run, new Set(tasks.flat().map(({ position }) => position)))
  throw progress.lastError
}

type Round = Look & { progress: Progress }

/** Returns false when the task needs a second attempt. */
async function settle(
  run: RunningExport,
  task: Task,
  { progress, isLastLook, begun }: Round,
): Promise<boolean> {
  const { signal, doubts } = run
  // Changes received since the plan was made count at once; these files wait until the plan includes the change.
  if (!task.every(entry => isCurrent(run.client, entry))) return true
  try {
    const files: StoredPhoto[] = []
    const waiting = { signal, begun: doubts.whenAsked(toPerson(task), begun) }
    for (const entry of task) files.push(await fetchFile(run.client, entry, waiting))
    for (const { path } of files) pin(run, path)
    const done = task.map((entry, index) => {
      const facts = toFacts(files[index])
      return { ...entry, ...facts, state: 'done' as const, problem: null }
    })
    progress.done(done, done.flatMap(toPixelNotices))
    clearBlocked(run)
    return true
  } catch (thrown) {
    if (signal.aborted) throw thrown
    const isTheirOwn = doubts.judge(toPerson(task), thrown)
    if (!isTheirOwn && toPauseReason(thrown)) throw thrown
    if (isFileGone(thrown) && !isLastLook) return false
    const code = thrown instanceof RenderError ? thrown.code : toDeskError(thrown).code
    if (code === 'internal' || code === 'size_changed') throw thrown
    // A size that no longer exists fails for all remaining photos; those fetched in it stay.
    if (code === 'unknown_size' && progress.doneCount === 0) throw thrown
    if (await isForAnotherLook(run, thrown, { isLastLook: isLastLook || isTheirOwn })) return false
    if (isTheirOwn) clearBlocked(run)
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

/** A task always has a file; 0 matches no employee. */
function toPerson([first]: Task): number {
  return first?.employee_id ?? 0
}

function toTasks(entries: EntryRow[]): Task[] {
  return [...Map.groupBy(entries, ({ employee_id }) => employee_id).values()]
}
