import { expect, test, vi } from 'vitest'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { startDesk } from '#tests/support/desk.ts'
import { ended, startExport } from '#tests/support/exports.ts'

/** Files that one download checks in parallel (`restore-files.ts`). */
const LOOKS_AT_ONCE = 8

const looks = vi.hoisted(() => ({ now: 0, most: 0, all: 0 }))

vi.mock('#lib/photo-store/verify-photo.ts', async load => {
  const original = await load<typeof import('#lib/photo-store/verify-photo.ts')>()
  return {
    ...original,
    async isIntact(photo: Parameters<typeof original.isIntact>[0]) {
      looks.now += 1
      looks.all += 1
      looks.most = Math.max(looks.most, looks.now)
      return original.isIntact(photo).finally(() => {
        looks.now -= 1
      })
    },
  }
})

test('five simultaneous downloads of one archive check its files one download after the other', async () => {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const done = await ended(viewer, await startExport(viewer, COMPLETED_PROJECT.id))
  Object.assign(looks, { now: 0, most: 0, all: 0 })
  const taken = Array.from({ length: 5 }, () => viewer.call('GET', `/api/exports/${done.id}/archive`))
  for (const answer of await Promise.all(taken)) {
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
  }
  expect(looks.all).toBe(5 * done.done)
  expect(looks.most).toBeLessThanOrEqual(LOOKS_AT_ONCE)
})
