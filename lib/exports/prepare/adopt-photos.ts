import 'server-only'
import { copyFile, link, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { lendPhoto } from '#lib/photo-store/photo-pins.ts'
import type { EntryRow } from '#lib/store/export-rows.ts'
import { toFilePath } from './fetch-file.ts'

/**
 * A company changes its key in the middle of an export: what the old key has fetched need not be fetched again. Only
 * for entries of people whom the service has just shown to the new key in the same version; a folder of the photo
 * store still holds nothing that its own key could not fetch. What cannot be taken over waits again.
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
    // A link costs no room; where there are none, a copy.
    await link(source, target).catch(error => {
      if (error?.code !== 'EEXIST') return copyFile(source, target)
    })
    return true
  } catch {
    return false
  }
}
