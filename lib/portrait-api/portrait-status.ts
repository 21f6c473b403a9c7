import type { Employee, PhotoVariant } from './contract.ts'
import { toKnownStatus } from './terms.ts'

/**
 * In the order in which a person passes through them; `retake` leads back to the beginning. `other`: the service has a word
 * for it that the desk does not know.
 */
export const PORTRAIT_STATUSES = ['pending', 'uploaded', 'edited', 'approved', 'retake', 'other'] as const

type PortraitState = Pick<Employee, 'status' | 'photo'>
export type PortraitStatus = (typeof PORTRAIT_STATUSES)[number]

/** Where a person stands, in the words of the desk: the service's status, and whether the edited photo is approved. */
export function getPortraitStatus(employee: PortraitState): PortraitStatus {
  const known = toKnownStatus(employee.status) ?? 'other'
  return known === 'edited' && mayHandOver(employee) ? 'approved' : known
}

/**
 * Whether a photo of this person may be shown, downloaded or exported: it is approved, and the desk knows the word for
 * their state. A word that is new may mean that the photo is not to be used.
 */
export function mayHandOver({ status, photo }: PortraitState): boolean {
  return photo.approved && toKnownStatus(status) !== null
}

/** Only a plain no takes an approval back. */
export function isUnapproved({ photo }: PortraitState): boolean {
  return !photo.approved && !photo.approval_unread
}

/**
 * Why a photo that may well be approved is kept here: the word for the person's state is new, or the service has said neither
 * whether it is approved nor, of one that it offers, which version it is. Null when nothing is unclear.
 */
export function whyHeldBack(employee: PortraitState): 'unknown_status' | 'unclear_photo' | null {
  const { approved, approval_unread, edited_at, standard_url, transparent_url } = employee.photo
  if (approval_unread) return 'unclear_photo'
  if (approved && !mayHandOver(employee)) return 'unknown_status'
  const isOffered = standard_url !== null || transparent_url !== null
  return approved && isOffered && edited_at === null ? 'unclear_photo' : null
}

/** The photo's `edited_at` when the service offers it (specification section 2) and it may be handed over, else null. */
export function toVersion(employee: PortraitState, variant: PhotoVariant): string | null {
  const { photo } = employee
  const url = variant === 'transparent' ? photo.transparent_url : photo.standard_url
  return mayHandOver(employee) && url ? photo.edited_at : null
}

export function extensionOf(variant: PhotoVariant): 'jpg' | 'png' {
  return variant === 'transparent' ? 'png' : 'jpg'
}
