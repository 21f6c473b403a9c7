import 'server-only'
import { createHash } from 'node:crypto'
import type { ImageSize } from '#lib/portrait-api/contract.ts'

/** What a photo is cropped to: a size as the service has it, or null for the full size, which promises no pixels. */
export type PhotoSize = ImageSize | null

/** Of a whole image, upright. */
export type Pixels = Pick<ImageSize, 'width' | 'height'>

const LABEL_DIGITS = 12

/**
 * Names a size by what it is. The service's operator may make another one of it at any time, and its index says
 * nothing then: a photo of the size before must not be taken for one of the size now.
 */
export function sizeKey(size: PhotoSize): string {
  if (size === null) return 'full'
  const label = createHash('sha256').update(size.label).digest('hex').slice(0, LABEL_DIGITS)
  return `${size.index}-${size.width}x${size.height}-${label}`
}

/** A size that stands on no list: whatever the service sends for it is right. */
export function unlistedSize(index: number): ImageSize {
  return { index, label: '', width: 0, height: 0 }
}

/** Whether a photo has the pixels that its size promises. A dimension of 0 is free. */
export function isAsPromised(size: PhotoSize, { width, height }: Pixels): boolean {
  if (size === null) return true
  return [0, width].includes(size.width) && [0, height].includes(size.height)
}

export function toPixelText({ width, height }: Pixels): string {
  return `${width}x${height}`
}
