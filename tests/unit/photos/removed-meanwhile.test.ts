import sharp from 'sharp'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { applySettings } from '#tests/support/desk-env.ts'
import { downloadOf, fakeClient } from '#tests/support/fake-client.ts'
import { photoOf, readyEmployee } from '#tests/support/people.ts'
import { removePhotosAfterFetch } from '#tests/support/photo-removals.ts'

const PHOTO = { employeeId: 7, editedAt: photoOf(7).edited_at ?? '', variant: 'standard' } as const

beforeEach(() => void applySettings())

async function open() {
  const jpeg = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer()
  const client = fakeClient({
    getEmployee: vi.fn(async () => readyEmployee({ id: 7 })),
    listImageSizes: vi.fn(async () => []),
    downloadPhoto: vi.fn(async () => downloadOf(jpeg)),
  })
  const { getPhoto } = await import('#lib/photos/get-photo.ts')
  const { getPreview } = await import('#lib/photos/preview.ts')
  const { getThumbnail } = await import('#lib/photos/thumbnail.ts')
  const { employeeId, variant } = PHOTO
  return {
    client,
    ways: {
      photo: () => getPhoto(client, { employeeId, variant, size: null }, {}),
      preview: () => getPreview(client, PHOTO, {}),
      thumbnail: () => getThumbnail(client, PHOTO, {}),
    },
  }
}

describe.each(['photo', 'preview', 'thumbnail'] as const)('a %s whose files are removed meanwhile', way => {
  test('a photo whose files are removed meanwhile is fetched once more while it is current', async () => {
    removePhotosAfterFetch(1, { noticed: way === 'photo' })
    const { client, ways } = await open()
    await ways[way]()
    expect(client.downloadPhoto).toHaveBeenCalledTimes(2)
  })

  test('a photo whose files are removed twice is not_available', async () => {
    removePhotosAfterFetch(2, { noticed: way === 'photo' })
    const { ways } = await open()
    await expect(ways[way]()).rejects.toMatchObject({ code: 'not_available' })
  })

  test('a photo whose files are removed is not_available when the service says so', async () => {
    removePhotosAfterFetch(1, { noticed: way === 'photo' })
    const { client, ways } = await open()
    const gone = readyEmployee({ id: 7, photo: photoOf(7, { approved: false }) })
    vi.mocked(client.getEmployee)
      .mockResolvedValueOnce(readyEmployee({ id: 7 }))
      .mockResolvedValue(gone)
    await expect(ways[way]()).rejects.toMatchObject({ code: 'not_available' })
  })
})
