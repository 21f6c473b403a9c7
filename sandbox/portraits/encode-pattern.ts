import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { PhotoVariant } from '#lib/portrait-api/contract.ts'
import type { Sitter } from './to-look-options.ts'

type Size = { width: number; height: number }

/** The specification leaves the size of the full photo open. */
const FULL_SIZE: Size = { width: 240, height: 320 }
const SQUARES = 4
const CHANNELS = 4

/**
 * Returns a picture of 4 × 4 grey squares that differs for each person, edit and variant. It has the size and format of
 * a real photo.
 */
export async function encodePattern(
  { id, edits }: Sitter,
  variant: PhotoVariant,
  size: Size | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = size ?? FULL_SIZE
  const greys = createHash('sha256')
    .update(`${id} ${edits} ${variant}`)
    .digest()
    .subarray(0, SQUARES * SQUARES)
  // The squares on the edge are transparent, like the surroundings of a person.
  const pixels = Buffer.from(
    [...greys].flatMap((grey, index) => [grey, grey, grey, index % SQUARES === 0 ? 0 : 255]),
  )
  const picture = sharp(pixels, { raw: { width: SQUARES, height: SQUARES, channels: CHANNELS } }).resize(
    width,
    height,
    { kernel: 'nearest', fit: 'fill' },
  )
  const encoded =
    variant === 'transparent'
      ? await picture.png({ compressionLevel: 1 }).toBuffer()
      : await picture.flatten({ background: '#ffffff' }).jpeg({ quality: 90 }).toBuffer()
  return new Uint8Array(encoded)
}
