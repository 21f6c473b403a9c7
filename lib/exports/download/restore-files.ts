import 'server-only'
import { rm, stat } from 'node:fs/promises'
import { loadRoster } from '#lib/employees/roster.ts'
import { isErrorCode } from '#lib/error-codes.ts'
import { DeskError } from '#lib/errors.ts'
import { isWhole } from '#lib/exports/ending.ts'
import { EXPORTS } from '#lib/exports/prepare/export-job.ts'
import { type ArchivePhoto, locate } from '#lib/exports/prepare/open-archive.ts'
import { isCurrent } from '#lib/exports/prepare/refresh-entries.ts'
import { isLeavingCode } from '#lib/exports/problems.ts'
import { runJob } from '#lib/jobs/engine.ts'
import { findHeldJob } from '#lib/jobs/job.ts'
import { isIntact } from '#lib/photo-store/verify-photo.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { SEEN_MS } from '#lib/portrait-api/recent-records.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { EntryRow, ExportRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'

/** Number of files checked concurrently, because a disk can serve several requests at once. */
const LOOKS_AT_ONCE = 8
/** How long a browser waits for a few missing photos; anything longer is shown as progress instead. */
const PATIENCE_MS = 20_000

type RequireClient = () => Promise<PortraitClient>

/**
 * "Download again": fetches missing files before the download, so that the user sees progress instead of a download
 * that does not start. This covers files the store has evicted, photos that the service shows as withdrawn or replaced,
 * and photos that failed last time. Checks only that files exist; the download reads them.
 */
export async function recallPhotos(found: ExportRow, requireClient: RequireClient): Promise<void> {
  if (found.state !== 'ready') return
  const isOutdated = await askForPeople(found, requireClient)
  const store = getExportStore()
  const row = (await store.find(found.id)) ?? found
  const photos = locate(row, await store.files(row.id))
  const gone = await pick(photos, async photo => !(await isThere(photo)))
  const lacking = [...photos.filter(isOutdated), ...gone]
  if (lacking.length === 0 && isWhole(row) && !(await store.entries(row.id)).some(mayComeNow)) return
  const using = await requireClient()
  if (await beginRestore(row, lacking)) void runJob(EXPORTS, row, using)
}

/**
 * Ensures that the service has confirmed each approval within the last two minutes before photos leave the desk.
 * Otherwise it reads the whole project, which takes few calls; withdrawn photos then leave the export and the disk.
 * Resolves to a test for photos that must not be sent: the employee is missing in that list or has another photo.
 * Throws errors of the service, and `not_connected`.
 * See docs/decisions/013-who-may-see-a-photo.md.
 */
export async function askForPeople(
  { id, project_id }: ExportRow,
  requireClient: RequireClient,
): Promise<(photo: ArchivePhoto) => boolean> {
  const files = await getExportStore().files(id)
  if (files.length === 0) return () => false
  const client = await requireClient()
  const since = performance.now() - SEEN_MS
  const isShown = ({ employee_id }: Pick<ArchivePhoto, 'employee_id'>) =>
    (client.recent.sentAt(employee_id) ?? Number.NEGATIVE_INFINITY) >= since
  if (!files.every(isShown)) await loadRoster(client, project_id, { lane: 'interactive' })
  return photo => !(isShown(photo) && isCurrent(client, photo))
}

/** Finds photos whose file is missing or damaged, and deletes damaged files. */
export function findBroken(photos: ArchivePhoto[]): Promise<ArchivePhoto[]> {
  return pick(photos, async ({ path, bytes, crc32 }) => {
    if (await isIntact({ path, bytes: bytes ?? 0, crc32: crc32 ?? 0 })) return false
    await rm(path, { force: true })
    return true
  })
}

/**
 * Fetches broken files again. Resolves when the export is ready again; its archive may differ, because the service only
 * has current photos. Throws `not_ready` when this takes longer than a browser waits. When fetching fails it throws
 * that error: the export is then ready, but still lacks the files.
 */
export async function restoreFiles(
  row: ExportRow,
  broken: ArchivePhoto[],
  client: PortraitClient,
): Promise<void> {
  // Another download may have found the same files and be fetching them already.
  if (!(await beginRestore(row, broken))) throw new DeskError('not_ready')
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<void>(resolve => {
    timer = setTimeout(resolve, PATIENCE_MS)
  })
  await Promise.race([runJob(EXPORTS, row, client), patience])
  clearTimeout(timer)
  const now = await getExportStore().find(row.id)
  if (now?.state === 'ready' && isWhole(now)) return
  throw new DeskError(
    now?.state === 'ready' && now.error !== null && isErrorCode(now.error) ? now.error : 'not_ready',
  )
}

/**
 * Reopens the export without these files and without those that failed last time. Returns false when it is no longer
 * `ready`; throws `too_many_exports` when its owner has reached the limit of running exports.
 */
async function beginRestore(row: ExportRow, broken: ArchivePhoto[]): Promise<boolean> {
  const store = getExportStore()
  const { exportsRunning } = getEnv().quotas
  if ((await store.find(row.id))?.state !== 'ready') return false
  // The job that made it ready, or cancelled it, may not have released it yet.
  await findHeldJob(EXPORTS, row.id)?.ended
  const outcome = await store.reopen(row.id, exportsRunning)
  if (outcome === 'running') throw new DeskError('too_many_exports', { values: { max: exportsRunning } })
  if (outcome === 'not_ready') return false
  const people = new Set(broken.map(({ employee_id }) => employee_id))
  const toCome = (await store.entries(row.id)).filter(
    entry => people.has(entry.employee_id) || mayComeNow(entry),
  )
  await store.saveProgress(
    row.id,
    toCome.map(entry => ({ ...entry, state: 'waiting' as const, problem: null })),
  )
  return true
}

/** True for photos whose fetching failed; they are retried along with any other fetch. */
function mayComeNow({ state, problem, employee }: EntryRow): boolean {
  // A removed employee's entry has only the id left.
  return state === 'failed' && employee.photo.approved && !isLeavingCode(problem ?? '')
}

async function isThere({ path, bytes }: ArchivePhoto): Promise<boolean> {
  const facts = await stat(path).catch(() => null)
  return facts?.size === bytes
}

/** Returns the photos that pass the check, in any order, with a few checks at once. */
async function pick(
  photos: ArchivePhoto[],
  look: (photo: ArchivePhoto) => Promise<boolean>,
): Promise<ArchivePhoto[]> {
  const queue = photos.values()
  const picked: ArchivePhoto[] = []
  const work = async () => {
    for (const photo of queue) if (await look(photo)) picked.push(photo)
  }
  await Promise.all(Array.from({ length: LOOKS_AT_ONCE }, work))
  return picked
}
