import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { applySettings } from '#tests/support/desk-env.ts'
import { downloadOf, fakeClient } from '#tests/support/fake-client.ts'
import { photoOf, readyEmployee } from '#tests/support/people.ts'

const PHOTO = { employeeId: 7, editedAt: photoOf(7).edited_at ?? '', variant: 'standard' } as const

/** A picture with red above blue, stored rotated with an orientation tag, as cameras write it. */
async function lyingPortrait(): Promise<Buffer> {
  const [red, blue] = await Promise.all(
    ['#ff0000', '#0000ff'].map(background =>
      sharp({ create: { width: 300, height: 200, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const upright = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#ffffff' } })
    .composite([
      { input: red, top: 0, left: 0 },
      { input: blue, top: 200, left: 0 },
    ])
    .png()
    .toBuffer()
  return sharp(upright).rotate(90).jpeg().withMetadata({ orientation: 8 }).toBuffer()
}

test.each(['preview', 'thumbnail'])('a %s is as upright as the photo in an archive', async way => {
  applySettings()
  const jpeg = await lyingPortrait()
  const client = fakeClient({
    getEmployee: vi.fn(async () => readyEmployee({ id: 7 })),
    listImageSizes: vi.fn(async () => []),
    downloadPhoto: vi.fn(async () => downloadOf(jpeg)),
  })
  const { getPreview } = await import('#lib/photos/preview.ts')
  const { getThumbnail } = await import('#lib/photos/thumbnail.ts')
  const webp = await (way === 'preview' ? getPreview(client, PHOTO, {}) : getThumbnail(client, PHOTO, {}))
  const { data, info } = await sharp(webp).raw().toBuffer({ resolveWithObject: true })
  expect(info.width).toBeLessThan(info.height)
  const at = (y: number) => [...data.subarray(y * info.width * info.channels).subarray(0, 3)]
  const [top, bottom] = [at(4), at(info.height - 5)]
  expect(top[0]).toBeGreaterThan(200)
  expect(bottom[2]).toBeGreaterThan(200)
})
