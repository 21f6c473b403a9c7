import 'server-only'
import { copyFile, link, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { lendPhoto } from '#lib/photo-store/photo-pins.ts'
import type { EntryRow } from '#lib/store/export-rows.ts'
import { toFilePath } from './fetch-file.ts'

/**
 * Reuses photos of the previous key when a company changes its key during an export. Applies only to employees that the
 * service has just returned for the new key with the same photo version. A folder of the photo store therefore still
 * holds only photos that its own key could fetch. Photos that cannot be reused are fetched again.
 */
export async function adoptPhotos(from: string, to: string, entries: EntryRow[]): Promise<EntryRow[]> {
  if (from === to) return entries
  const adopted: EntryRow[] = []
  for (const entry of entries) {
    const isThere = entry.state !== 'done' || (await adopt(toFilePath(from, entry), toFilePath(to, entry)))
    adopted.push(isThere ? entry : { ...entry, state: 'waiting' })
  }
  return adopted
}

async function adopt(source: string, target: string): Promise<boolean> {
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    lendPhoto(target)
    // A hard link takes no space; where links are unsupported, copies.
    await link(source, target).catch(error => {
      if (error?.code !== 'EEXIST') return copyFile(source, target)
    })
    return true
  } catch {
    return false
  }
}
