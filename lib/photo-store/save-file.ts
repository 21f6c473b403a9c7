import 'server-only'
import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lendPhoto, pinPhoto } from './photo-pins.ts'

/** Under its final name a file of the store is whole from the first moment; until then it has another one. */
export async function saveFile(path: string, bytes: Uint8Array): Promise<void> {
  await saveWhole(dirname(path), async partial => {
    await writeFile(partial, bytes, { mode: 0o600, flag: 'wx' })
    return { path }
  })
}

/**
 * The same for who learns only while writing what the file is called. `write` fills the partial file and says where it
 * belongs. No sweep takes the partial file, nor the whole one before the caller has had time to open it.
 */
export async function saveWhole<Saved extends { path: string }>(
  folder: string,
  write: (partial: string) => Promise<Saved>,
): Promise<Saved> {
  const partial = join(folder, `${randomUUID()}.partial`)
  const unpin = pinPhoto(partial)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const saved = await write(partial)
    // A disk on the network has a clock of its own; how long a photo was unused is counted by the desk's.
    const now = new Date()
    await utimes(partial, now, now)
    lendPhoto(saved.path)
    await rename(partial, saved.path)
    return saved
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {})
    throw error
  } finally {
    unpin()
  }
}
