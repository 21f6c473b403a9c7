import 'server-only'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { oneAtATime } from '#lib/one-at-a-time.ts'

/** Larger pictures are refused before decoding: 128 million pixels are more than cameras take. */
const PIXELS_MAX = 2 ** 27
/** Maximum memory of one picture; docs/install.md gives the process a gigabyte. */
const HELD_BYTES_MAX = 400_000_000
/** A picture that needs more memory than this is decoded alone. A portrait of 5 million pixels needs less. */
const HELD_BYTES_ALONE = 32_000_000

/**
 * Runs work on the pixels of a service's photo. A decoder reads most pictures strip by strip. It holds the whole of one
 * that is interlaced, progressive or has to be turned, however small its file is. Such a picture is refused when it is
 * too large, and several large ones are decoded one after the other. Throws what `draw` throws.
 */
export async function decodePicture<Result>(
  picture: string | Buffer,
  options: Pick<SharpOptions, 'failOn'>,
  draw: (image: Sharp, facts: Metadata) => Promise<Result>,
): Promise<Result> {
  const image = sharp(picture, { ...options, limitInputPixels: PIXELS_MAX })
  const facts = await image.metadata()
  const held = countHeldBytes(facts)
  if (held > HELD_BYTES_MAX) throw new Error('The picture is too large to be held whole.')
  if (held <= HELD_BYTES_ALONE) return draw(image, facts)
  return oneAtATime('large picture', () => draw(image, facts))
}

function countHeldBytes({
  width,
  height,
  channels,
  depth,
  format,
  isProgressive,
  orientation = 1,
}: Metadata) {
  if (!isProgressive && orientation === 1) return 0
  // For a progressive JPEG the decoder holds coefficients, which are twice as wide as pixels.
  const isWide = depth !== 'uchar' || (format === 'jpeg' && isProgressive)
  return width * height * channels * (isWide ? 2 : 1)
}
