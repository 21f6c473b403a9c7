import sharp, { type JpegOptions } from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { isWholeJpeg } from '#lib/photo-store/whole-jpeg.ts'

const [WIDTH, HEIGHT] = [320, 400]
const EOI = Buffer.from([0xff, 0xd9])

/** Draws a picture with as much detail as a camera's, the same each time. */
function draw(options: JpegOptions): Promise<Buffer> {
  let seed = 1
  const raw = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, at) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return 128 + 80 * Math.sin(at / 700) + (seed % 24)
  })
  const picture = sharp(raw, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
  return picture.jpeg({ quality: 75, ...options }).toBuffer()
}

const segment = (marker: number, text: string) => {
  const bytes = Buffer.from(text, 'latin1')
  return Buffer.concat([Buffer.from([0xff, marker, 0, bytes.length + 2]), bytes])
}
const cut = (bytes: Buffer, from: number, to: number) =>
  Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
const insert = (bytes: Buffer, at: number, more: Buffer) =>
  Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)])
const fill = (bytes: Buffer, value: number, length: number) =>
  Buffer.from(bytes).fill(value, bytes.length >> 1, (bytes.length >> 1) + length)
const afterFirstSegment = (bytes: Buffer) => 4 + bytes.readUInt16BE(4)

const DAMAGED: Record<string, (bytes: Buffer) => Buffer> = {
  'a tenth of it is missing in the middle': bytes =>
    cut(bytes, bytes.length >> 1, Math.floor(bytes.length * 0.6)),
  'a thousand bytes are missing in the middle': bytes =>
    cut(bytes, bytes.length >> 1, (bytes.length >> 1) + 1000),
  'a block of ones is in the middle': bytes => fill(bytes, 0xff, 4096),
  'the end is missing, with its mark': bytes => bytes.subarray(0, bytes.length >> 1),
  'the end is missing, and its mark is there': bytes =>
    Buffer.concat([bytes.subarray(0, bytes.length >> 1), EOI]),
  'the last rows are missing': bytes => Buffer.concat([bytes.subarray(0, bytes.length * 0.94), EOI]),
  'the end is missing, and its mark is there before a line end': bytes =>
    Buffer.concat([bytes.subarray(0, bytes.length >> 1), EOI, Buffer.from('\n')]),
  'there is no picture': bytes => Buffer.concat([bytes.subarray(0, 2), EOI]),
}

const HARMLESS: Record<string, (bytes: Buffer) => Buffer> = {
  'there is nothing odd': bytes => bytes,
  'bytes of nobody are between the tables': bytes => insert(bytes, afterFirstSegment(bytes), Buffer.alloc(3)),
  'marks are padded': bytes => insert(bytes, afterFirstSegment(bytes), Buffer.alloc(3, 0xff)),
  'bytes of nobody are before the mark of the end': bytes => insert(bytes, bytes.length - 2, Buffer.alloc(4)),
  'bytes of nobody are behind the end': bytes => Buffer.concat([bytes, Buffer.from('\n\0checksum')]),
  'the mark of the end is there twice': bytes => Buffer.concat([bytes, EOI]),
  'the Adobe header names colours that nobody knows': bytes =>
    insert(bytes, 2, segment(0xee, 'Adobe\0d\0\0\0\0\x09')),
  'the EXIF header is broken': bytes =>
    insert(bytes, 2, segment(0xe1, 'Exif\0\0II*\0\x08\0\0\0\xff\xff\x01')),
  'the colour profile is broken': bytes => insert(bytes, 2, segment(0xe2, 'ICC_PROFILE\0\x01\x01abcd')),
}

describe.each([
  ['baseline', { optimiseCoding: false }],
  ['progressive', { progressive: true }],
  ['of the kind that the desk makes', { mozjpeg: true }],
])('JPEG files, %s', (_, options) => {
  let picture: Buffer
  beforeAll(async () => {
    picture = await draw(options)
  })

  test.each(Object.entries(DAMAGED))('a damaged JPEG is detected: %s', async (_, damage) => {
    expect(await isWholeJpeg(damage(picture))).toBe(false)
  })

  test.each(Object.entries(HARMLESS))('a JPEG with a harmless change is accepted: %s', async (_, change) => {
    expect(await isWholeJpeg(change(picture))).toBe(true)
  })
})

test('a block of zeros in a JPEG of the desk is detected', async () => {
  expect(await isWholeJpeg(fill(await draw({ mozjpeg: true }), 0, 4096))).toBe(false)
})
