import type { Employee, ImageSize, PhotoVariant } from '#lib/portrait-api/contract.ts'
import { extensionOf } from '#lib/portrait-api/portrait-status.ts'
import { toSafeName } from '#lib/text/safe-name.ts'

/**
 * Returns "00042_Müller_Anna_600x800.jpg": number first, as in the archives, and the real size unless it is the full
 * one.
 */
export function toPhotoFileName(
  { id, mitarbeiternummer, last_name, first_name }: Employee,
  { variant, size, pixels }: { variant: PhotoVariant; size: ImageSize | null; pixels: string | null },
): string {
  const parts = [mitarbeiternummer, last_name, first_name, size && (pixels ?? `${size.width}x${size.height}`)]
  const stem = parts.map(part => part?.trim()).filter(Boolean)
  return toSafeName(stem.join('_'), extensionOf(variant), `employee-${id}`)
}

/** Pixels promised by a size, and those that the service sent instead. */
export type OtherPixels = { promised: string; pixels: string }

/** Returns null when a downloaded photo is as its size promises. A dimension of 0 is free. */
export function findOtherPixels(size: ImageSize | null, pixels: string | null): OtherPixels | null {
  if (!size || pixels === null) return null
  const real = pixels.split('x').map(Number)
  const promised = [size.width, size.height]
  if (promised.every((side, index) => side === 0 || side === real[index])) return null
  return { promised: promised.map(side => side || '–').join(' × '), pixels: real.join(' × ') }
}
