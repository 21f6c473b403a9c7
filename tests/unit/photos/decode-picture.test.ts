import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { decodePicture } from '#lib/photo-store/decode-picture.ts'
import { until } from '#tests/support/until.ts'

type Size = { width: number; height: number }

const dot = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#2b4bb3' } })

/** Returns a small file whose header claims these dimensions. */
async function pngOf({ width, height }: Size, { progressive }: { progressive: boolean }): Promise<Buffer> {
  const bytes = await dot().png({ progressive }).toBuffer()
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

async function jpegOf(
  { width, height }: Size,
  { progressive, orientation = 1 }: { progressive: boolean; orientation?: number },
): Promise<Buffer> {
  const bytes = await dot().withMetadata({ orientation }).jpeg({ progressive }).toBuffer()
  const frame = bytes.indexOf(Buffer.from([0xff, progressive ? 0xc2 : 0xc0]))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}

describe('pictures that are refused before decoding', () => {
  test.each([
    [
      'an interlaced PNG of more than 400 MB',
      () => pngOf({ width: 12_000, height: 11_150 }, { progressive: true }),
    ],
    [
      'a progressive JPEG of more than 400 MB',
      () => jpegOf({ width: 8_200, height: 8_200 }, { progressive: true }),
    ],
    [
      'any picture of more pixels than cameras take',
      () => jpegOf({ width: 12_000, height: 11_200 }, { progressive: false }),
    ],
  ])('a picture is refused before decoding: %s', async (_, make) => {
    const draw = vi.fn()
    await expect(decodePicture(await make(), {}, draw)).rejects.toThrow(/too large|pixel limit/)
    expect(draw).not.toHaveBeenCalled()
  })
})

test.each([
  ['read strip by strip', () => jpegOf({ width: 11_600, height: 11_550 }, { progressive: false })],
  ['progressive', () => jpegOf({ width: 8_688, height: 5_792 }, { progressive: true })],
  ['to be turned', () => jpegOf({ width: 11_648, height: 8_736 }, { progressive: false, orientation: 6 })],
])('a picture of a large camera is decoded when it is %s', async (_, make) => {
  expect(await decodePicture(await make(), {}, async (_, { width }) => width)).toBeGreaterThan(8_000)
})

test('large pictures held whole are decoded one at a time, and a portrait waits for none', async () => {
  const large = await jpegOf({ width: 6_000, height: 4_000 }, { progressive: true })
  const portrait = await jpegOf({ width: 1_600, height: 2_000 }, { progressive: true })
  const begun: string[] = []
  let end = () => {}
  const first = decodePicture(large, {}, async () => {
    begun.push('first')
    await new Promise<void>(resolve => {
      end = resolve
    })
  })
  await until('the first one has begun', () => begun.length === 1)
  const second = decodePicture(large, {}, async () => void begun.push('second'))
  await decodePicture(portrait, {}, async () => void begun.push('portrait'))
  expect(begun).toEqual(['first', 'portrait'])
  end()
  await Promise.all([first, second])
  expect(begun).toEqual(['first', 'portrait', 'second'])
})
