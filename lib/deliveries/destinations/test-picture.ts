import 'server-only'
import sharp from 'sharp'

/** A small grey square, which nobody takes for a person. */
export function toTestPicture(): Promise<Buffer> {
  const grey = { r: 160, g: 160, b: 160 }
  return sharp({ create: { width: 96, height: 96, channels: 3, background: grey } })
    .jpeg()
    .toBuffer()
}
