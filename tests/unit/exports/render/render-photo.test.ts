import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { renderPhoto } from '#lib/exports/render/render-photo.ts'
import { type Rendering, renderingKey, renderingSchema } from '#lib/exports/render/rendering.ts'

const rendering = (changes: Partial<Rendering> = {}): Rendering => ({
  width: 96,
  height: 96,
  fit: 'cover',
  format: 'jpeg',
  ...changes,
})

/** Three bands of colour from top to bottom, which make a crop visible. */
const bands = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    {
      input: { create: { width, height: Math.round(height / 3), channels: 3, background: '#00ff00' } },
      top: Math.round(height / 3),
      left: 0,
    },
    {
      input: { create: { width, height: Math.round(height / 3), channels: 3, background: '#0000ff' } },
      top: Math.round((2 * height) / 3),
      left: 0,
    },
  ])

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888888',
      noise: { type: 'gaussian', mean: 128, sigma: 80 },
    },
  })

/** A figure in the middle of a transparent picture. */
const cutOut = () =>
  sharp({ create: { width: 300, height: 400, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([{ input: { create: { width: 100, height: 200, channels: 4, background: '#aa3300' } } }])
    .png()
    .toBuffer()

async function pixelAt(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * info.channels
  return [...data.subarray(at, at + info.channels)]
}

const near = (pixel: number[], wanted: number[]) => {
  expect(pixel).toHaveLength(wanted.length)
  for (const [index, value] of wanted.entries())
    expect(Math.abs((pixel[index] ?? -99) - value)).toBeLessThan(12)
}

describe('a rendering', () => {
  test.each([
    ['jpeg', 648, 648],
    ['png', 180, 240],
    ['webp', 200, 300],
    ['jpeg', 1600, 1200],
  ] as const)(
    'a rendering as %s of %i x %i has exactly these pixels, also of a smaller photo',
    async (format, width, height) => {
      const bytes = await renderPhoto(
        await bands(900, 1200).jpeg().toBuffer(),
        rendering({ format, width, height }),
      )
      expect(await sharp(bytes).metadata()).toMatchObject({ format, width, height, space: 'srgb' })
    },
  )

  test('a rendering keeps the upper part of a photo that is too high', async () => {
    const bytes = await renderPhoto(await bands(300, 600).png().toBuffer(), rendering())
    near(await pixelAt(bytes, 48, 2), [255, 0, 0])
    near(await pixelAt(bytes, 48, 26), [255, 0, 0])
    near(await pixelAt(bytes, 48, 38), [0, 255, 0])
    near(await pixelAt(bytes, 48, 93), [0, 255, 0])
  })

  test('a rendering is upright when the camera was turned', async () => {
    const upright = await bands(300, 300).png().toBuffer()
    const turned = await sharp(upright).rotate(90).jpeg().withMetadata({ orientation: 8 }).toBuffer()
    const bytes = await renderPhoto(turned, rendering())
    near(await pixelAt(bytes, 48, 5), [255, 0, 0])
    near(await pixelAt(bytes, 48, 90), [0, 0, 255])
  })

  test('a rendering contains no metadata of the photo', async () => {
    const photo = await bands(300, 400)
      .jpeg()
      .withExif({ IFD0: { Artist: 'Erika Mustermann' }, IFD3: { GPSLatitude: '50/1 56/1 0/1' } })
      .withIccProfile('p3')
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf/></x:xmpmeta>')
      .toBuffer()
    expect(await sharp(photo).metadata()).toMatchObject({ exif: expect.any(Buffer), icc: expect.any(Buffer) })
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const bytes = await renderPhoto(photo, rendering({ format }))
      const { exif, icc, xmp, iptc, comments } = await sharp(bytes).metadata()
      expect([exif, icc, xmp, iptc, comments]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
      ])
      expect(bytes.includes('Mustermann')).toBe(false)
    }
  })

  test('a rendering has the colours of the photo in sRGB, whatever its profile', async () => {
    const grey = sharp({ create: { width: 60, height: 60, channels: 3, background: '#c86432' } })
    const wide = await grey.clone().withIccProfile('p3').png().toBuffer()
    near(await pixelAt(await renderPhoto(wide, rendering({ format: 'png' })), 30, 30), [200, 100, 50])
    const cmyk = await grey.clone().toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer()
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
    const [red = 0, green = 0, blue = 0] = await pixelAt(await renderPhoto(cmyk, rendering()), 30, 30)
    expect(red > green && green > blue).toBe(true)
  })

  test('a cut-out as JPEG gets a white background, or the one that the target wants', async () => {
    near(await pixelAt(await renderPhoto(await cutOut(), rendering()), 4, 4), [255, 255, 255])
    const blue = await renderPhoto(await cutOut(), rendering({ background: '#003366' }))
    near(await pixelAt(blue, 4, 4), [0, 51, 102])
    near(await pixelAt(blue, 48, 48), [170, 51, 0])
    near(
      await pixelAt(
        await renderPhoto(await cutOut(), rendering({ format: 'webp', background: '#003366' })),
        4,
        4,
      ),
      [0, 51, 102],
    )
  })

  test.each(['png', 'webp'] as const)('a cut-out stays transparent as %s', async format => {
    const bytes = await renderPhoto(await cutOut(), rendering({ format }))
    expect((await pixelAt(bytes, 4, 4))[3]).toBe(0)
    near(await pixelAt(bytes, 48, 48), [170, 51, 0, 255])
  })

  test('two renditions of the same photo are identical to the last byte', async () => {
    const photo = await noise(300, 400).jpeg().toBuffer()
    const [one, other] = await Promise.all([renderPhoto(photo, rendering()), renderPhoto(photo, rendering())])
    expect(one.equals(other)).toBe(true)
  })
})

describe('a cap of bytes', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    'a byte limit is kept by %s, at the price of quality',
    async format => {
      const photo = await noise(200, 200).png().toBuffer()
      const free = await renderPhoto(photo, rendering({ format, width: 150, height: 150 }))
      const max_bytes = Math.round(free.length * 0.6)
      const capped = await renderPhoto(photo, rendering({ format, width: 150, height: 150, max_bytes }))
      expect(capped.length).toBeLessThanOrEqual(max_bytes)
      expect(await sharp(capped).metadata()).toMatchObject({ format, width: 150, height: 150 })
    },
  )

  test('a byte limit costs no more quality than necessary', async () => {
    const photo = await noise(300, 300).png().toBuffer()
    const sizes = [90, 74, 52, 12].map(async quality => {
      const max = await sharp(photo)
        .jpeg({ quality, mozjpeg: true, chromaSubsampling: quality >= 80 ? '4:4:4' : '4:2:0' })
        .toBuffer()
      const capped = await renderPhoto(photo, rendering({ width: 300, height: 300, max_bytes: max.length }))
      return [max.length, capped.length]
    })
    for (const [max = 0, length = 0] of await Promise.all(sizes)) expect(length / max).toBeGreaterThan(0.85)
  })

  test('a byte limit that cannot be kept is reported, and the photo stays usable', async () => {
    const photo = await noise(400, 400).png().toBuffer()
    const wish = rendering({ width: 400, height: 400, max_bytes: 2048 })
    await expect(renderPhoto(photo, wish)).rejects.toMatchObject({ code: 'rendition_too_large' })
  })
})

const whole = await noise(300, 400).jpeg().toBuffer()

describe('bytes that are not a photo', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'.slice(1))],
    ['half a photo', whole.subarray(0, whole.length >> 1)],
    ['a picture that would fill the memory', hugePng(20_000, 10_000)],
  ])('bytes that are not a photo are refused: %s', async (_, bytes) => {
    await expect(renderPhoto(bytes, rendering())).rejects.toMatchObject({ code: 'photo_unreadable' })
  })
})

test('a rendering key is unique, and safe in a file name', () => {
  const all = [
    rendering(),
    rendering({ width: 97 }),
    rendering({ height: 97 }),
    rendering({ format: 'png' }),
    rendering({ max_bytes: 10_240 }),
    rendering({ background: '#ffffff' }),
    rendering({ background: '#fffffe' }),
  ]
  const keys = all.map(renderingKey)
  expect(new Set(keys).size).toBe(all.length)
  for (const key of keys) expect(key).toMatch(/^[a-z0-9-]{1,80}$/)
  expect(renderingKey(rendering({ background: '#FFFFFF' }))).toBe(
    renderingKey(rendering({ background: '#ffffff' })),
  )
})

test.each([{ width: 15 }, { height: 5000 }, { background: 'white' }, { max_bytes: 100 }, { format: 'gif' }])(
  'a rendering of %o is refused',
  changes => {
    expect(renderingSchema.safeParse({ width: 96, height: 96, format: 'jpeg', ...changes }).success).toBe(
      false,
    )
  },
)

/** A valid PNG of one colour: few bytes, many pixels. */
function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
