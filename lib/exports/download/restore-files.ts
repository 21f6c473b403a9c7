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

/** Files that are looked at together: a disk has more than one thing to do at once. */
const LOOKS_AT_ONCE = 8
/** A browser waits so long for a few missing photos; what takes longer is told as progress instead. */
const PATIENCE_MS = 20_000

type RequireClient = () => Promise<PortraitClient>

/**
 * "Download again": what the store has given away meanwhile is fetched first, as progress that a person can see and
 * not as a download that does not begin; so is what the service shows to be withdrawn or another one, and what could not be had the
 * last time. Only looks whether files are there; the download reads them.
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
 * Nothing leaves of whom the service has not shown the approval within two minutes. Otherwise the whole project is read, which is
 * few calls; whoever has withdrawn is out of the export then, and so are their files. Resolves to whose photo must not leave as it
 * is: they are missing in that list, or have another photo now. Throws what the service says, and `not_connected`.
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

/** Those whose file is gone or damaged. Damaged files are removed. */
export function findBroken(photos: ArchivePhoto[]): Promise<ArchivePhoto[]> {
  return pick(photos, async ({ path, bytes, crc32 }) => {
    if (await isIntact({ path, bytes: bytes ?? 0, crc32: crc32 ?? 0 })) return false
    await rm(path, { force: true })
    return true
  })
}

/**
 * Fetches what is broken again. Resolves when the export is ready again, which may be another archive than before: the
 * service knows photos only as they are now. Throws `not_ready` when that takes longer than a browser waits, and what stood in its
 * way: then it is ready as well, and still lacks them.
 */
export async function restoreFiles(
  row: ExportRow,
  broken: ArchivePhoto[],
  client: PortraitClient,
): Promise<void> {
  // Somebody else's download may have found the same and be at work on it.
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
 * Puts the export back to where it lacked these files, and those that could not be fetched the last time. False when it is not
 * `ready` any more; throws `too_many_exports` when its owner has as many under way as they may.
 */
async function beginRestore(row: ExportRow, broken: ArchivePhoto[]): Promise<boolean> {
  const store = getExportStore()
  const { exportsRunning } = getEnv().quotas
  if ((await store.find(row.id))?.state !== 'ready') return false
  // Whoever has just made it ready, or cancelled it, has not put it down yet.
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

/** Of whom it was the fetching that failed; it is tried again with whatever else is fetched. */
function mayComeNow({ state, problem, employee }: EntryRow): boolean {
  // Of somebody who was forgotten there is the id alone.
  return state === 'failed' && employee.photo.approved && !isLeavingCode(problem ?? '')
}

async function isThere({ path, bytes }: ArchivePhoto): Promise<boolean> {
  const facts = await stat(path).catch(() => null)
  return facts?.size === bytes
}

/** Those for which the look says yes, in any order; a few looks at once. */
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
