import { crc32 } from 'node:zlib'
import sharp from 'sharp'

const CANVAS = sharp({ create: { width: 8, height: 8, channels: 3, background: '#2b4bb3' } })
const JPEG = await CANVAS.clone().jpeg().toBuffer()
const PNG = await CANVAS.clone().png().toBuffer()
/** Signature and IHDR chunk. */
const PNG_HEAD_BYTES = 8 + 25

/** A complete, tiny image; the text in its comment makes it distinct. */
export function smallJpeg(text = 'portrait'): Buffer {
  const comment = Buffer.from(text)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(comment.length + 2)
  return Buffer.concat([JPEG.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, comment, JPEG.subarray(2)])
}

export function smallPng(text = 'portrait'): Buffer {
  const chunk = Buffer.concat([Buffer.from('tEXtComment\0'), Buffer.from(text)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.length - 4)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(chunk))
  return Buffer.concat([PNG.subarray(0, PNG_HEAD_BYTES), length, chunk, sum, PNG.subarray(PNG_HEAD_BYTES)])
}
