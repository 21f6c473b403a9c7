import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { onTestFinished, vi } from 'vitest'

/**
 * Removes photos right after their fetch, this many times, as after a list without the approval. It applies to modules
 * that are imported after this call. `noticed`: the fetch itself fails, for callers that never open the file.
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
