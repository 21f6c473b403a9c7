import 'server-only'
import { rm } from 'node:fs/promises'
import { DeskError } from '#lib/errors.ts'
import { isIntact } from '#lib/photos/verify-photo.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { EntryRow, ExportRow } from '#lib/store/export-rows.ts'
import { getExportStore } from '#lib/store/export-store.ts'
import { toFilePath } from './fetch-file.ts'
import { runExport } from './run-export.ts'

/** Files that are looked at together: a disk has more than one thing to do at once. */
const LOOKS_AT_ONCE = 8
/** A browser waits so long for a few missing photos; what takes longer is told as progress instead. */
const PATIENCE_MS = 20_000

/** Those of the entries whose file is gone or damaged. Damaged files are removed. */
export async function findBroken(row: ExportRow, entries: EntryRow[]): Promise<EntryRow[]> {
  const queue = entries.values()
  const broken: EntryRow[] = []
  const look = async () => {
    for (const entry of queue) {
      const path = toFilePath(row.key_fingerprint, entry)
      if (await isIntact({ path, bytes: entry.bytes ?? 0, crc32: entry.crc32 ?? 0 })) continue
      await rm(path, { force: true })
      broken.push(entry)
    }
  }
  await Promise.all(Array.from({ length: LOOKS_AT_ONCE }, look))
  return broken
}

/**
 * Fetches what is broken again. Resolves when the export is ready again, which may be another archive than before: the
 * service knows photos only as they are now. Throws `not_ready` when that takes longer than a browser waits.
 */
export async function restoreFiles(
  row: ExportRow,
  broken: EntryRow[],
  client: PortraitClient,
): Promise<void> {
  const store = getExportStore()
  // Somebody else's download may have found the same and be at work on it.
  if (!(await store.update(row.id, { state: 'preparing', ended_at: null }, ['ready'])))
    throw new DeskError('not_ready')
  const people = new Set(broken.map(({ employee_id }) => employee_id))
  const lost = (await store.entries(row.id)).filter(({ employee_id }) => people.has(employee_id))
  await store.saveProgress(
    row.id,
    lost.map(entry => ({ ...entry, state: 'waiting' as const })),
    { done: Math.max(0, row.done - people.size) },
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<void>(resolve => {
    timer = setTimeout(resolve, PATIENCE_MS)
  })
  await Promise.race([runExport(client, row), patience])
  clearTimeout(timer)
  if ((await store.find(row.id))?.state !== 'ready') throw new DeskError('not_ready')
}
