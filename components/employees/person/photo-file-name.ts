import { extensionOf } from '#lib/photos/photo-version.ts'
import type { Employee, ImageSize, PhotoVariant } from '#lib/portrait-api/contract.ts'
import { toSafeName } from '#lib/text/safe-name.ts'

/** "00042_Müller_Anna_600x800.jpg": number first, as in the archives, and the size unless it is the full one. */
export function toPhotoFileName(
  { id, mitarbeiternummer, last_name, first_name }: Employee,
  { variant, size }: { variant: PhotoVariant; size: ImageSize | null },
): string {
  const parts = [mitarbeiternummer, last_name, first_name, size && `${size.width}x${size.height}`]
  const stem = parts.map(part => part?.trim()).filter(Boolean)
  return toSafeName(stem.join('_'), extensionOf(variant), `employee-${id}`)
}
