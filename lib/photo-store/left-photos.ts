import 'server-only'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { getEnv } from '#lib/settings/env.ts'
import { photoFolder } from './photo-store.ts'

/** A key's folder, by its fingerprint. */
const KEY_FOLDER = /^[\da-f]{32}$/

/**
 * Removes what lies in `DATA_DIR` of the time before `PHOTO_STORE_DIR` was set: nobody looks there any more, and it is a cache. Folders of
 * keys alone, because the one that is shared may lie among them; and nothing where both are the same by a link or a mount.
 */
export async function removeLeftPhotos(): Promise<void> {
  const { photoStoreDir, dataDir } = getEnv()
  if (photoStoreDir === null) return
  const left = join(dataDir, 'photos')
  const [one, other] = await Promise.all([lookAt(left), lookAt(photoFolder())])
  if (one === null || (one.dev === other?.dev && one.ino === other.ino)) return
  for (const name of await readdir(left))
    if (KEY_FOLDER.test(name)) await rm(join(left, name), { recursive: true, force: true })
}

async function lookAt(folder: string): Promise<{ dev: bigint; ino: bigint } | null> {
  try {
    return await stat(folder, { bigint: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
