import 'server-only'
import { decodePicture } from './decode-picture.ts'

/** Frames, arithmetic and Huffman tables among them; then scan, quantization, restart interval. */
const [RST_FIRST, EOI] = [0xd0, 0xd9]
const [SOF_FIRST, SOF_LAST, SOS, DQT, DRI] = [0xc0, 0xcf, 0xda, 0xdb, 0xdd]
/** Some cameras and programs leave bytes between the picture and the mark of its end. */
const HARMLESS = /extraneous bytes before marker 0xd9/

/**
 * Whether all of a picture is in a JPEG. Its data carries no checksum, and a decoder goes on behind what it cannot read: the rest is
 * grey, or displaced. What it warns of can be known: data that ends too early, codes that do not exist. A few wrong bits, or wrong
 * ones that happen to make up for more of the picture than there is, cannot. Of what cameras and programs write around the data, of
 * which a decoder warns as well, nothing is looked at.
 * See docs/decisions/017-photo-store.md.
 */
export async function isWholeJpeg(bytes: Buffer): Promise<boolean> {
  const bare = toBare(bytes)
  if (!bare) return false
  try {
    // In its own size: of the last strip that libvips reads no warning is told, and of a smaller size a strip is eight times as high.
    await decodePicture(bare, { failOn: 'warning' }, (image, { height }) =>
      image.extract({ left: 0, top: 0, width: 1, height }).raw().toBuffer(),
    )
    return true
  } catch (error) {
    const warnings = error instanceof Error ? error.message.split('\n') : []
    return warnings.length > 0 && warnings.every(line => line === '' || HARMLESS.test(line))
  }
}

/** The same picture with nothing but what it takes to decode it; null when that is not there (ITU-T T.81, annex B). */
function toBare(bytes: Buffer): Buffer | null {
  const kept = [bytes.subarray(0, 2)]
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at] === 0xff ? (bytes[at + 1] ?? 0) : 0
    // Bytes that belong to nothing, as many 0xff as somebody likes, and markers that are alone.
    if (marker <= 1 || marker === 0xff || (marker >= RST_FIRST && marker <= EOI)) {
      at += 1
      continue
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    const isNeeded = (marker >= SOF_FIRST && marker <= SOF_LAST) || [DQT, DRI, SOS].includes(marker)
    if (isNeeded) kept.push(bytes.subarray(at, end))
    if (marker === SOS) return Buffer.concat([...kept, bytes.subarray(end)])
    at = end
  }
  return null
}
