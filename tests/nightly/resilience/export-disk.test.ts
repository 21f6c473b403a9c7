import { afterEach, expect, test, vi } from 'vitest'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { startDesk } from '#tests/support/desk.ts'
import { ended, openArchive, paused, startExport } from '#tests/support/exports.ts'

const PHOTOS_THAT_FIT = 9

const disk = { left: Number.POSITIVE_INFINITY }
afterEach(() => void vi.doUnmock('node:fs/promises'))

/** Limits the disk to so many more photos. */
function limitDisk(photos: number): void {
  disk.left = photos
  vi.doMock('node:fs/promises', async importOriginal => {
    const fs = await importOriginal<typeof import('node:fs/promises')>()
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const rename: typeof fs.rename = async (from, to) => {
      if (disk.left <= 0) throw full
      disk.left -= 1
      return fs.rename(from, to)
    }
    return { ...fs, rename }
  })
}

test('a full disk pauses an export instead of reporting everybody as missing, until it has room', async () => {
  limitDisk(PHOTOS_THAT_FIT)
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const started = await startExport(viewer, COMPLETED_PROJECT.id)
  const pause = await paused(viewer, started)
  expect(pause).toMatchObject({ pause_reason: 'disk_full', failed: 0, problems: [], error: null })
  expect(pause.done).toBe(PHOTOS_THAT_FIT)
  disk.left = Number.POSITIVE_INFINITY
  await viewer.json('POST', `/api/exports/${pause.id}/resume`)
  const done = await ended(viewer, pause)
  expect(done).toMatchObject({ state: 'ready', done: 36, failed: 0 })
  expect((await openArchive(viewer, done)).files.size).toBe(36 + 2)
})
