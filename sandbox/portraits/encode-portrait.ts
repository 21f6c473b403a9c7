import sharp from 'sharp'
import type { PhotoVariant } from '#lib/portrait-api/contract.ts'
import { drawPortrait, type Frame } from './draw-portrait.ts'
import type { Sitter } from './to-look-options.ts'

const CHANNELS = 4
/** A drawing with masks needs several surfaces of its own size. Bands of this many rows keep them small. */
const BAND_ROWS = 400

/** Section 4: `standard` is a real JPEG, transparent areas white; `transparent` a real PNG with its transparency. */
export async function encodePortrait(sitter: Sitter, frame: Frame, variant: PhotoVariant): Promise<Buffer> {
  const { width, height } = frame
  const picture = sharp(await drawPixels(sitter, frame), { raw: { width, height, channels: CHANNELS } })
  if (variant === 'transparent') return picture.png({ compressionLevel: 6 }).toBuffer()
  return picture
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** Bands begin at whole rows of pixels, so the picture is identical to one that is drawn in one piece. */
async function drawPixels(sitter: Sitter, { section, width, height }: Frame): Promise<Buffer> {
  const pixels = Buffer.allocUnsafe(width * height * CHANNELS)
  for (let top = 0; top < height; top += BAND_ROWS) {
    const rows = Math.min(BAND_ROWS, height - top)
    const unit = section.height / height
    const band = { ...section, y: section.y + top * unit, height: rows * unit }
    const svg = drawPortrait(sitter, { section: band, width, height: rows })
    const drawn = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer()
    drawn.copy(pixels, top * width * CHANNELS)
  }
  return pixels
}
