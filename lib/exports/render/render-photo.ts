import 'server-only'
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { decodePicture } from '#lib/photo-store/decode-picture.ts'
import type { Rendering } from './rendering.ts'

/** The reason why a photo could not be rendered; `code` is the problem's code. */
export class RenderError extends Error {
  override name = 'RenderError'
  readonly code: 'photo_unreadable' | 'rendition_too_large'

  constructor(code: RenderError['code'], cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}

/**
 * Crops one third of the excess height from the top and two thirds from the bottom: a face is in the upper half of a
 * portrait. The eyes, which the service places identically in every photo of a size, stay at about one third.
 */
const CUT_ABOVE = 1 / 3

type Box = { width: number; height: number }

const WHITE = '#ffffff'

/**
 * Qualities in descending order: the first looks identical to the original, the last is the least that a badge
 * tolerates.
 */
const QUALITIES = [90, 85, 80, 74, 68, 60, 52, 44, 36, 28, 20, 12] as const

type Pixels = { data: Buffer; info: OutputInfo }

/**
 * Renders a photo as a receiving system needs it: its pixels, its format, sRGB, and no metadata (EXIF, profile). Lowers
 * the quality until the file fits the byte limit. The same bytes give the same rendering. Throws RenderError.
 */
export async function renderPhoto(bytes: Buffer, rendering: Rendering): Promise<Buffer> {
  const pixels = await drawPixels(bytes, rendering).catch(cause => {
    throw new RenderError('photo_unreadable', cause)
  })
  const [best, ...lower] = QUALITIES
  const encoded = await encode(pixels, rendering, best)
  const maxBytes = rendering.max_bytes ?? Number.POSITIVE_INFINITY
  if (encoded.length <= maxBytes) return encoded
  const fitting = await findFitting(lower, async quality => {
    const smaller = await encode(pixels, rendering, quality)
    return smaller.length <= maxBytes ? smaller : null
  })
  if (!fitting) throw new RenderError('rendition_too_large')
  return fitting
}

/** Finds the rendering of the highest quality that fits. Bisecting takes four attempts instead of up to twelve. */
async function findFitting(
  qualities: readonly number[],
  tryQuality: (quality: number) => Promise<Buffer | null>,
): Promise<Buffer | null> {
  const middle = Math.floor(qualities.length / 2)
  const quality = qualities[middle]
  if (quality === undefined) return null
  const fitting = await tryQuality(quality)
  if (!fitting) return findFitting(qualities.slice(middle + 1), tryQuality)
  return (await findFitting(qualities.slice(0, middle), tryQuality)) ?? fitting
}

/** Decodes, rotates, crops and resizes: everything independent of the quality is done once. */
function drawPixels(bytes: Buffer, { width, height, format, background }: Rendering): Promise<Pixels> {
  return decodePicture(bytes, { failOn: 'error' }, (image, { autoOrient: upright }) => {
    const resized = image
      .autoOrient()
      .extract(cropTo(upright, { width, height }))
      .resize(width, height, { fit: 'fill' })
      .toColourspace('srgb')
    const behind = background ?? (format === 'jpeg' ? WHITE : undefined)
    const flat = behind === undefined ? resized : resized.flatten({ background: behind })
    return flat.raw().toBuffer({ resolveWithObject: true })
  })
}

function encode({ data, info }: Pixels, { format }: Rendering, quality: number): Promise<Buffer> {
  const { width, height, channels } = info
  const picture: Sharp = sharp(data, { raw: { width, height, channels } })
  const first = quality === QUALITIES[0]
  if (format === 'webp') return picture.webp({ quality, effort: 5 }).toBuffer()
  if (format === 'png')
    return (first ? picture.png({ compressionLevel: 9 }) : picture.png({ palette: true, quality })).toBuffer()
  const chromaSubsampling = quality >= 80 ? '4:4:4' : '4:2:0'
  return picture.jpeg({ quality, chromaSubsampling, mozjpeg: true }).toBuffer()
}

/**
 * The largest section of a picture with the aspect ratio of `wanted`: centred horizontally, and towards the top
 * vertically.
 */
export function cropTo(picture: Box, wanted: Box): Box & { left: number; top: number } {
  const scale = Math.min(picture.width / wanted.width, picture.height / wanted.height)
  const width = Math.min(picture.width, Math.max(1, Math.round(wanted.width * scale)))
  const height = Math.min(picture.height, Math.max(1, Math.round(wanted.height * scale)))
  return {
    width,
    height,
    left: Math.floor((picture.width - width) / 2),
    top: Math.floor((picture.height - height) * CUT_ABOVE),
  }
}
