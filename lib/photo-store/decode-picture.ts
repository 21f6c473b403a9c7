import 'server-only'
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { oneAtATime } from '#lib/one-at-a-time.ts'

/** Larger pictures are refused before they are decoded: 128 million pixels are more than cameras take. */
const PIXELS_MAX = 2 ** 27
/** What one picture may take of the process's memory, of which docs/install.md gives it a gigabyte. */
const HELD_BYTES_MAX = 400_000_000
/** A picture that takes more than this waits until no other one does. A portrait of 5 million pixels does not. */
const HELD_BYTES_ALONE = 32_000_000

/**
 * Does with a photo of the service what needs its pixels. A decoder reads most pictures strip by strip, but holds all of one that is
 * interlaced, progressive, or has to be turned, however few bytes its file has: such a picture is refused when it is too large, and
 * several large ones are decoded one after the other. Throws what `draw` throws.
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
  // Of a progressive JPEG the decoder holds coefficients, which are twice as wide as what they become.
  const isWide = depth !== 'uchar' || (format === 'jpeg' && isProgressive)
  return width * height * channels * (isWide ? 2 : 1)
}
