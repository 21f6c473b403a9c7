import 'server-only'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { getEnv } from '#lib/settings/env.ts'
import { photoFolder } from './photo-store.ts'

/** The name of a key's folder: its fingerprint. */
const KEY_FOLDER = /^[\da-f]{32}$/

/**
 * Deletes cached photos left in `DATA_DIR` from before `PHOTO_STORE_DIR` was set, because the desk no longer uses them.
 * Only folders of keys are deleted, because the shared folder may be among them. Does nothing when both are the same
 * folder by a link or a mount.
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
