import 'server-only'
import { decodePicture } from './decode-picture.ts'

/**
 * JPEG markers: restart and end of image; frames including arithmetic and Huffman tables, then scan, quantization,
 * restart interval.
 */
const [RST_FIRST, EOI] = [0xd0, 0xd9]
const [SOF_FIRST, SOF_LAST, SOS, DQT, DRI] = [0xc0, 0xcf, 0xda, 0xdb, 0xdd]
/** Some cameras and programs leave bytes between the picture and its end mark. */
const HARMLESS = /extraneous bytes before marker 0xd9/

/**
 * True when a JPEG contains its whole picture, as far as a decoder can tell. JPEG data has no checksum, and a decoder
 * continues after data that it cannot read: the rest is grey or displaced. Its warnings show data that ends too early
 * and codes that do not exist. They do not show a few wrong bits, nor wrong bits that happen to decode to more of the
 * picture than there is. What cameras and programs write around the data also causes warnings, so it is left out. See
 * docs/decisions/017-photo-store.md.
 */
export async function isWholeJpeg(bytes: Buffer): Promise<boolean> {
  const bare = toBare(bytes)
  if (!bare) return false
  try {
    // Decoded in full size: libvips reports no warning for the last strip, and a strip of a smaller size is eight times
    // as high.
    await decodePicture(bare, { failOn: 'warning' }, (image, { height }) =>
      image.extract({ left: 0, top: 0, width: 1, height }).raw().toBuffer(),
    )
    return true
  } catch (error) {
    const warnings = error instanceof Error ? error.message.split('\n') : []
    return warnings.length > 0 && warnings.every(line => line === '' || HARMLESS.test(line))
  }
}

/** Reduces a JPEG to the parts needed for decoding; null when they are missing (ITU-T T.81, annex B). */
function toBare(bytes: Buffer): Buffer | null {
  const kept = [bytes.subarray(0, 2)]
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at] === 0xff ? (bytes[at + 1] ?? 0) : 0
    // Skip stray bytes, any number of 0xff, and markers without a segment.
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
