import { DeskError } from '#lib/errors.ts'
import type { ImageSize } from '#lib/portrait-api/contract.ts'

/** Throws `unknown_size` unless the service offers this size; the full photo it always offers. */
export function requireSize(sizes: ImageSize[], size: number | null | 'auto'): void {
  if (typeof size === 'number' && !sizes.some(({ index }) => index === size))
    throw new DeskError('unknown_size')
}
