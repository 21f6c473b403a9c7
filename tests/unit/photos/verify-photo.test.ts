import { readFileSync, writeFileSync } from 'node:fs'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PhotoRef } from '#lib/photo-store/photo-file.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { downloadOf, fakeClient } from '#tests/support/fake-client.ts'
import { smallJpeg } from '#tests/support/images.ts'

const REF: PhotoRef = {
  employeeId: 7,
  variant: 'standard',
  size: null,
  editedAt: '2026-10-07T14:03:00+02:00',
}
const PHOTO = smallJpeg('Jörg')

beforeEach(() => void applySettings())

async function open() {
  const client = fakeClient({ downloadPhoto: vi.fn(async () => downloadOf(PHOTO)) })
  const { fetchVerifiedPhoto, isIntact } = await import('#lib/photo-store/verify-photo.ts')
  return { client, isIntact, fetch: () => fetchVerifiedPhoto(client, REF, {}) }
}

test('a photo that is whole on the disk is not fetched again', async () => {
  const { client, fetch } = await open()
  expect(await fetch()).toEqual(await fetch())
  expect(client.downloadPhoto).toHaveBeenCalledOnce()
})

test('a file with one damaged byte and the right length is never served: it is fetched again', async () => {
  const { client, fetch } = await open()
  const { path } = await fetch()
  const damaged = Buffer.from(PHOTO)
  damaged.writeUInt8(damaged.readUInt8(9) ^ 1, 9)
  writeFileSync(path, damaged)
  expect(readFileSync((await fetch()).path)).toEqual(PHOTO)
  expect(client.downloadPhoto).toHaveBeenCalledTimes(2)
})

test('a file that is missing or longer than before is not intact', async () => {
  const { fetch, isIntact } = await open()
  const photo = await fetch()
  expect(await isIntact(photo)).toBe(true)
  writeFileSync(photo.path, Buffer.concat([PHOTO, PHOTO]))
  expect(await isIntact(photo)).toBe(false)
  expect(await isIntact({ ...photo, path: `${photo.path}.gone` })).toBe(false)
})
