import sharp from 'sharp'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { chooseImageSize } from '#lib/photo-store/image-sizes.ts'
import { THUMBNAIL_HEIGHT, THUMBNAIL_WIDTH } from '#lib/photos/thumbnail.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { downloadOf, fakeClient } from '#tests/support/fake-client.ts'
import { photoOf, readyEmployee } from '#tests/support/people.ts'
import { removePhotosAfterFetch } from '#tests/support/photo-removals.ts'

const size = (index: number, width: number, height: number) => ({
  index,
  label: `Size ${index}`,
  width,
  height,
})

const LEAST = { width: THUMBNAIL_WIDTH, height: THUMBNAIL_HEIGHT }

describe('the source size of a thumbnail', () => {
  test('the source size is the smallest one that is large enough in both directions', () => {
    const sizes = [size(0, 600, 800), size(1, 90, 800), size(2, 240, 240), size(3, 2000, 100)]
    expect(chooseImageSize(sizes, LEAST)).toBe(sizes[2])
  })

  test('the source size may be exactly as large', () => {
    const exact = size(1, THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT)
    expect(chooseImageSize([size(0, 600, 800), exact], LEAST)).toBe(exact)
  })

  test('the source size is the full one when no other suffices', () => {
    expect(chooseImageSize([], LEAST)).toBeNull()
    expect(chooseImageSize([size(0, 95, 128), size(1, 96, 127), size(2, 600, 0)], LEAST)).toBeNull()
  })
})

describe('a thumbnail', () => {
  beforeEach(() => void applySettings())

  const ref = { employeeId: 7, editedAt: '2026-10-07T14:03:00+02:00' }
  const open = async () => {
    const photo = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#336699' } })
      .jpeg()
      .toBuffer()
    const client: PortraitClient = fakeClient({
      getEmployee: vi.fn(async () => readyEmployee({ id: 7 })),
      listImageSizes: vi.fn(async () => {
        client.recent.seeSizes([size(0, 300, 400)], performance.now())
        return [size(0, 300, 400)]
      }),
      downloadPhoto: vi.fn(async () => downloadOf(photo)),
    })
    return { client, ...(await import('#lib/photos/thumbnail.ts')) }
  }

  test('a thumbnail of a person just listed does not check the version', async () => {
    const { client, getThumbnail } = await open()
    client.recent.see(readyEmployee({ id: 7 }))
    await getThumbnail(client, ref, {})
    expect(client.getEmployee).not.toHaveBeenCalled()
  })

  test('a thumbnail of an outdated version is not_available, and nothing is fetched', async () => {
    const { client, getThumbnail } = await open()
    const old = getThumbnail(client, { ...ref, editedAt: '2026-09-07T14:03:00+02:00' }, {})
    await expect(old).rejects.toMatchObject({ code: 'not_available' })
    expect(client.downloadPhoto).not.toHaveBeenCalled()
  })

  test('a thumbnail is not_available once the approval is withdrawn, even if it is stored', async () => {
    const { client, getThumbnail } = await open()
    await getThumbnail(client, ref, {})
    vi.mocked(client.getEmployee).mockResolvedValue(
      readyEmployee({ id: 7, photo: photoOf(7, { approved: false }) }),
    )
    await expect(getThumbnail(client, ref, {})).rejects.toMatchObject({ code: 'not_available' })
  })

  test('a thumbnail is a small WebP, rendered once from one download', async () => {
    const { client, getThumbnail } = await open()
    const first = await getThumbnail(client, ref, { lane: 'idle' })
    const second = await getThumbnail(client, ref, { lane: 'idle' })
    const { format, width, height } = await sharp(first).metadata()
    expect({ format, width, height }).toEqual({
      format: 'webp',
      width: THUMBNAIL_WIDTH,
      height: THUMBNAIL_HEIGHT,
    })
    expect(Buffer.from(second)).toEqual(Buffer.from(first))
    expect(client.downloadPhoto).toHaveBeenCalledExactlyOnceWith(
      7,
      expect.objectContaining({ size: 0, variant: 'standard' }),
      expect.objectContaining({ lane: 'idle' }),
    )
    expect(client.listImageSizes).toHaveBeenCalledOnce()
  })

  describe('a thumbnail whose photo is deleted before it is read', () => {
    test('a thumbnail is made from the photo fetched again while it is current', async () => {
      removePhotosAfterFetch(1)
      const { client, getThumbnail } = await open()
      const { format } = await sharp(await getThumbnail(client, ref, {})).metadata()
      expect(format).toBe('webp')
      expect(client.downloadPhoto).toHaveBeenCalledTimes(2)
    })

    test('a thumbnail is not_available, without an error, when its photo is deleted twice', async () => {
      removePhotosAfterFetch(2)
      const { client, getThumbnail } = await open()
      await expect(getThumbnail(client, ref, {})).rejects.toMatchObject({ code: 'not_available' })
    })
  })
})
