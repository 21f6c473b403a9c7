import type { Employee, PhotoVariant } from './contract.ts'
import { toKnownStatus } from './terms.ts'

/**
 * The statuses in the order of an employee's progress; `retake` leads back to the beginning. `other`: the service sent
 * a status that the desk does not know.
 */
export const PORTRAIT_STATUSES = ['pending', 'uploaded', 'edited', 'approved', 'retake', 'other'] as const

type PortraitState = Pick<Employee, 'status' | 'photo'>
export type PortraitStatus = (typeof PORTRAIT_STATUSES)[number]

/** The desk's status of an employee: the service's status, and whether the edited photo is approved. */
export function getPortraitStatus(employee: PortraitState): PortraitStatus {
  const known = toKnownStatus(employee.status) ?? 'other'
  return known === 'edited' && mayHandOver(employee) ? 'approved' : known
}

/**
 * True when a photo of this employee may be shown, downloaded or exported: it is approved, and the desk knows the
 * employee's status. An unknown status may mean that the photo must not be used.
 */
export function mayHandOver({ status, photo }: PortraitState): boolean {
  return photo.approved && toKnownStatus(status) !== null
}

/** True only for a plain `false`: nothing else withdraws an approval. */
export function isUnapproved({ photo }: PortraitState): boolean {
  return !photo.approved && !photo.approval_unread
}

/**
 * Why a photo that may be approved is held back: the employee's status is unknown, the approval is unreadable, or an
 * offered photo has no readable version. Null when nothing is unclear.
 */
export function whyHeldBack(employee: PortraitState): 'unknown_status' | 'unclear_photo' | null {
  const { approved, approval_unread, edited_at, standard_url, transparent_url } = employee.photo
  if (approval_unread) return 'unclear_photo'
  if (approved && !mayHandOver(employee)) return 'unknown_status'
  const isOffered = standard_url !== null || transparent_url !== null
  return approved && isOffered && edited_at === null ? 'unclear_photo' : null
}

/** The photo's `edited_at` when the service offers it (specification section 2) and it may be handed out; else null. */
export function toVersion(employee: PortraitState, variant: PhotoVariant): string | null {
  const { photo } = employee
  const url = variant === 'transparent' ? photo.transparent_url : photo.standard_url
  return mayHandOver(employee) && url ? photo.edited_at : null
}

export function extensionOf(variant: PhotoVariant): 'jpg' | 'png' {
  return variant === 'transparent' ? 'png' : 'jpg'
}
