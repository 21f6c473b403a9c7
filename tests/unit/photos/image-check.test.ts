import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ImageCheck, type ImageType } from '#lib/photo-store/image-check.ts'
import { smallJpeg, smallPng } from '#tests/support/images.ts'

function check(type: ImageType, bytes: Uint8Array, pieceBytes = bytes.length): void {
  const check = new ImageCheck(type)
  for (let at = 0; at < bytes.length; at += pieceBytes) check.update(bytes.subarray(at, at + pieceBytes))
  check.finish()
}

const IMAGES = { 'image/jpeg': smallJpeg('x'.repeat(50)), 'image/png': smallPng('x'.repeat(50)) } as const
const TYPES = Object.keys(IMAGES) as ImageType[]

describe.each(TYPES)('%s', type => {
  test('a whole image passes, in whatever pieces it comes', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 80 }), piece => check(type, IMAGES[type], piece)))
  })

  test('an image that is truncated anywhere does not pass', () => {
    for (let length = 0; length < IMAGES[type].length; length += 1)
      expect(() => check(type, IMAGES[type].subarray(0, length), 7)).toThrow(
        expect.objectContaining({ code: 'photo_damaged' }),
      )
  })

  test.each([
    ['a line end', Buffer.from('\r\n')],
    ['a zero', Buffer.alloc(1)],
    ['a checksum', Buffer.from('9f86d081')],
    ['512 zeros', Buffer.alloc(512)],
    ['the trailer of a camera', Buffer.from(`${'\x8a\x02SEFT'.repeat(90)}\xff\xd8`, 'latin1')],
    ['a motion video', Buffer.from(`\0\0\0\x18ftypmp42${'\xff\xd8\xffmdat'.repeat(30)}`, 'latin1')],
  ])('a whole image with %s behind its end passes, in whatever pieces it comes', (_, behind) => {
    const bytes = Buffer.concat([IMAGES[type], behind])
    fc.assert(fc.property(fc.integer({ min: 1, max: 80 }), piece => check(type, bytes, piece)))
  })

  test.each([
    [
      'a page',
      Buffer.from(`<!doctype html><title>Error</title>${'<p>Whoops, something went wrong.'.repeat(3)}`),
    ],
    ['padding and a page', Buffer.from('\0\0\n<html><body>Bad gateway</body></html>')],
    ['another picture', type === 'image/png' ? IMAGES['image/jpeg'] : IMAGES['image/png']],
  ])('an image with %s behind its end does not pass', (_, behind) => {
    expect(() => check(type, Buffer.concat([IMAGES[type], behind]))).toThrow()
  })

  test('a truncated image does not pass with a few bytes behind it either', () => {
    for (let length = 0; length < IMAGES[type].length; length += 1)
      expect(() =>
        check(type, Buffer.concat([IMAGES[type].subarray(0, length), Buffer.from('\n')])),
      ).toThrow()
  })

  test('a file of another kind does not pass', () => {
    const other = type === 'image/png' ? 'image/jpeg' : 'image/png'
    expect(() => check(type, IMAGES[other])).toThrow()
    expect(() => check(type, Buffer.from('<!doctype html><p>gateway</p>'))).toThrow()
    expect(() => check(type, Buffer.alloc(0))).toThrow()
  })
})

describe('a JPEG', () => {
  /** Returns a segment of a JPEG: its marker, its length, and its content. */
  function segment(marker: number, content: Buffer): Buffer {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(content.length + 2)
    return Buffer.concat([Buffer.from([0xff, marker]), length, content])
  }

  const jpeg = IMAGES['image/jpeg']

  test('a cut JPEG with a whole thumbnail does not pass', () => {
    const thumbnail = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), smallJpeg('thumbnail')]))
    const whole = Buffer.concat([jpeg.subarray(0, 2), thumbnail, jpeg.subarray(2)])
    check('image/jpeg', whole, 5)
    for (const length of [thumbnail.length + 2, thumbnail.length + 20, whole.length - 2])
      expect(() => check('image/jpeg', whole.subarray(0, length), 5)).toThrow(
        expect.objectContaining({ code: 'photo_damaged' }),
      )
  })

  test('a JPEG that announces further pictures passes with them behind it', () => {
    const announced = Buffer.concat([
      jpeg.subarray(0, 2),
      segment(0xe2, Buffer.from('MPF\0and so on')),
      jpeg.subarray(2),
      smallJpeg('gain map'),
    ])
    check('image/jpeg', announced, 5)
  })
})

describe('pictures with bytes behind their end', () => {
  test.each([
    ['p06-padded-3-nul.jpg', 'image/jpeg'],
    ['p07-trailing-newline.jpg', 'image/jpeg'],
    ['p10-motion-photo.jpg', 'image/jpeg'],
    ['q08-trailing-bytes.png', 'image/png'],
  ] as const)('the picture %s is whole', (name, type) => {
    check(type, readFileSync(`tests/fixtures/cases/${name}`), 1_000)
  })
})
