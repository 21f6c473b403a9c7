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

  test('an image that was cut anywhere does not', () => {
    for (let length = 0; length < IMAGES[type].length; length += 1)
      expect(() => check(type, IMAGES[type].subarray(0, length), 7)).toThrow(
        expect.objectContaining({ code: 'bad_service_answer' }),
      )
  })

  test.each([
    ['a line end', Buffer.from('\r\n')],
    ['a zero', Buffer.alloc(1)],
    ['a checksum', Buffer.from('9f86d081')],
    ['64 bytes', Buffer.alloc(64, 'x')],
  ])('a whole image with %s behind its end passes, in whatever pieces it comes', (_, behind) => {
    const bytes = Buffer.concat([IMAGES[type], behind])
    fc.assert(fc.property(fc.integer({ min: 1, max: 80 }), piece => check(type, bytes, piece)))
  })

  test.each([
    ['65 bytes', Buffer.alloc(65, 'x')],
    [
      'a page',
      Buffer.from(`<!doctype html><title>Error</title>${'<p>Whoops, something went wrong.'.repeat(3)}`),
    ],
    ['another picture', type === 'image/png' ? IMAGES['image/jpeg'] : IMAGES['image/png']],
  ])('an image with %s behind its end does not', (_, behind) => {
    expect(() => check(type, Buffer.concat([IMAGES[type], behind]))).toThrow()
  })

  test('an image that was cut does not either with a few bytes behind', () => {
    for (let length = 0; length < IMAGES[type].length; length += 1)
      expect(() =>
        check(type, Buffer.concat([IMAGES[type].subarray(0, length), Buffer.from('\n')])),
      ).toThrow()
  })

  test('another kind of file does not', () => {
    const other = type === 'image/png' ? 'image/jpeg' : 'image/png'
    expect(() => check(type, IMAGES[other])).toThrow()
    expect(() => check(type, Buffer.from('<!doctype html><p>gateway</p>'))).toThrow()
    expect(() => check(type, Buffer.alloc(0))).toThrow()
  })
})
