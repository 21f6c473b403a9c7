import 'server-only'
import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lendPhoto, pinPhoto } from './photo-pins.ts'

/** Saves a file under a temporary name first: under its final name it is always whole. */
export async function saveFile(path: string, bytes: Uint8Array): Promise<void> {
  await saveWhole(dirname(path), async partial => {
    await writeFile(partial, bytes, { mode: 0o600, flag: 'wx' })
    return { path }
  })
}

/**
 * Saves a file whose name is known only after writing. `write` fills the partial file and returns the final path. A
 * sweep deletes neither the partial file nor the final one before the caller has had time to open it.
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
    // A network disk has its own clock; the desk's clock counts how long a photo was unused.
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
