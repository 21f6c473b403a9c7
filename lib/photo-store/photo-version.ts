/** What can be said of a photo by its record alone; pure, so that plans can be made of it. */
import type { Employee, PhotoVariant } from '#lib/portrait-api/contract.ts'

/** The photo's `edited_at` when the service offers it (specification section 2: finished and approved), else null. */
export function toVersion(photo: Employee['photo'], variant: PhotoVariant): string | null {
  const url = variant === 'transparent' ? photo.transparent_url : photo.standard_url
  return photo.approved && url ? photo.edited_at : null
}

export function extensionOf(variant: PhotoVariant): 'jpg' | 'png' {
  return variant === 'transparent' ? 'png' : 'jpg'
}
