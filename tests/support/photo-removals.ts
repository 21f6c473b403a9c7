import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { onTestFinished, vi } from 'vitest'

/**
 * Somebody else's list says, as often as that, that the approval is gone, when the photo has just come: modules imported
 * after this find it removed. `noticed`: the fetch itself stumbles over it, for who never opens the file.
 */
export function removePhotosAfterFetch(times: number, { noticed = false } = {}): void {
  let left = times
  vi.resetModules()
  vi.doMock(import('#lib/photo-store/verify-photo.ts'), async importOriginal => {
    const original = await importOriginal()
    return {
      ...original,
      fetchVerifiedPhoto: async (...args: Parameters<typeof original.fetchVerifiedPhoto>) => {
        const photo = await original.fetchVerifiedPhoto(...args)
        left -= 1
        if (left >= 0) rmSync(dirname(photo.path), { recursive: true })
        if (noticed) await readFile(photo.path)
        return photo
      },
    }
  })
  onTestFinished(() => void vi.doUnmock('#lib/photo-store/verify-photo.ts'))
}
