import 'server-only'
import { createHash } from 'node:crypto'
import type { ImageSize } from '#lib/portrait-api/contract.ts'

/**
 * The size to which a photo is cropped, as sent by the service, or null for the full size, which promises no pixels.
 */
export type PhotoSize = ImageSize | null

/** Pixels of a whole image, upright. */
export type Pixels = Pick<ImageSize, 'width' | 'height'>

const LABEL_DIGITS = 12

/**
 * Names a size by its properties. The service's operator may change a size at any time and keep its index. Photos of
 * the old and the new size must not be confused.
 */
export function sizeKey(size: PhotoSize): string {
  if (size === null) return 'full'
  const label = createHash('sha256').update(size.label).digest('hex').slice(0, LABEL_DIGITS)
  return `${size.index}-${size.width}x${size.height}-${label}`
}

/** An unlisted size: anything that the service sends for it is right. */
export function unlistedSize(index: number): ImageSize {
  return { index, label: '', width: 0, height: 0 }
}

/** True when a photo has the pixels that its size promises. A dimension of 0 is free. */
export function isAsPromised(size: PhotoSize, { width, height }: Pixels): boolean {
  if (size === null) return true
  return [0, width].includes(size.width) && [0, height].includes(size.height)
}

export function toPixelText({ width, height }: Pixels): string {
  return `${width}x${height}`
}
